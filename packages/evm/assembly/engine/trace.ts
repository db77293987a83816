// Records events in order for traces: frames that began and ended, refused calls, self-destructions
// and logs. They are recorded up to a limit of bytes, which is counted as
// src/trace/frame-recorder.ts does.
import {
  INVALID_OPCODE, T_ACCOUNT, T_CREATED, T_DATA, T_FAILURE, T_GAS, T_KIND, T_LENGTH, T_LOG, T_NEXT, T_OPCODE, T_OTHER, T_SIZE,
  T_VALUE, OUT_OF_GAS, BEYOND_RETURN_DATA, WATCHED_ACCOUNT,
} from "./layout";
import { allocate } from "./heap";
import { ip, pauseAt, setPauseAt } from "./machine";
import { copy, isEqual } from "./words/word";

const OPEN: u32 = 0;
const CLOSE: u32 = 1;
const REFUSE: u32 = 2;
const DESTROY: u32 = 3;
const EVENT: u32 = 4;

/**
 * The kept records, as bits: frames, events, inputs and outputs of frames; only frames that ran out of
 * gas; of the frames only the beginnings of those of the watched account, or only the outermost one.
 */
const FRAMES: u32 = 1;
const EVENTS: u32 = 2;
const DATA: u32 = 4;
const EXHAUSTED: u32 = 8;
const WATCHED: u32 = 16;
const OUTERMOST: u32 = 32;

const CALLCODE: u32 = 0xf2;
const DELEGATECALL: u32 = 0xf4;

const FRAME_BYTES: i64 = 128;
const EVENT_BYTES: i64 = 160;
/** The bytes whose copy takes about as long as instructions of one gas. */
const BYTES_PER_GAS: usize = 32;

let kept: u32 = 0;
/** The remaining bytes; negative if a record was dropped. */
export let room: i64 = 0;
let nesting: i64 = 0;
export let firstEvent: usize = 0;
let lastEvent: usize = 0;

export function resetTrace(what: u32, bytes: i64): void {
  kept = what;
  room = bytes;
  nesting = 0;
  firstEvent = 0;
  lastEvent = 0;
}

/**
 * Counts bytes. The record that exceeds the limit is still kept, so that its reader detects the
 * excess.
 */
function charge(bytes: i64): bool {
  if (room < 0) return false;
  room -= bytes;
  return true;
}

function append(kind: u32): usize {
  const record = allocate(T_SIZE);
  memory.fill(record, 0, T_SIZE);
  store<u32>(record, kind, T_KIND);
  if (lastEvent == 0) firstEvent = record;
  else store<u32>(lastEvent, <u32>record, T_NEXT);
  lastEvent = record;
  return record;
}

/** Returns whether the storage that a frame uses is the watched account's. */
function isWatched(opcode: u32, from: usize, to: usize): bool {
  const owner = opcode == CALLCODE || opcode == DELEGATECALL ? from : to;
  return owner != 0 && isEqual(owner, WATCHED_ACCOUNT);
}

function keepData(record: usize, data: usize, size: usize): void {
  if ((kept & DATA) == 0 || size == 0) return;
  const place = allocate(size);
  memory.copy(place, data, size);
  // Callers may pass the same megabyte repeatedly, for little gas: the slice ends earlier.
  setPauseAt(pauseAt + <i64>(size / BYTES_PER_GAS));
  store<u32>(record, <u32>place, T_DATA);
  store<u32>(record, <u32>size, T_LENGTH);
}

function keepCall(kind: u32, opcode: u32, from: usize, to: usize, worth: usize, given: i64, data: usize, size: usize): usize {
  if ((kept & WATCHED) != 0 && (kind != OPEN || !isWatched(opcode, from, to))) return 0;
  if ((kept & OUTERMOST) != 0 && nesting != 0) return 0;
  if ((kept & FRAMES) == 0 || !charge(FRAME_BYTES + nesting + <i64>size)) return 0;
  const record = append(kind);
  store<u32>(record, opcode, T_OPCODE);
  store<u32>(record, <u32>from, T_ACCOUNT);
  store<u32>(record, <u32>to, T_OTHER);
  store<i64>(record, given, T_GAS);
  copy(record + T_VALUE, worth);
  keepData(record, data, size);
  return record;
}

/** Records the beginning of a frame. @param to the account whose code runs; zero for a creation. */
@inline export function openTrace(opcode: u32, from: usize, to: usize, worth: usize, given: i64, data: usize, size: usize): void {
  if (kept == 0) return;
  keepCall(OPEN, opcode, from, to, worth, given, data, size);
  nesting++;
}

/** Records a call or creation that begins no frame, because of its value or depth. */
export function refuseTrace(opcode: u32, from: usize, to: usize, worth: usize, given: i64, data: usize, size: usize, why: i32): void {
  const record = keepCall(REFUSE, opcode, from, to, worth, given, data, size);
  if (record != 0) store<i32>(record, why, T_FAILURE);
}

/** Records the end of the frame that began last. */
@inline export function closeTrace(failure: i32, used: i64, from: usize, size: usize, created: usize): void {
  if (kept != 0 && (kept & WATCHED) == 0) keepEnd(failure, used, from, size, created);
}

function keepEnd(failure: i32, used: i64, from: usize, size: usize, created: usize): void {
  nesting--;
  if ((kept & OUTERMOST) != 0 && nesting != 0) return;
  if (kept == EXHAUSTED && failure != OUT_OF_GAS && failure != BEYOND_RETURN_DATA) return;
  if (!charge(kept == EXHAUSTED ? 0 : <i64>size)) return;
  const record = append(CLOSE);
  store<i32>(record, failure, T_FAILURE);
  store<i64>(record, used, T_GAS);
  store<u32>(record, <u32>created, T_CREATED);
  if (failure == INVALID_OPCODE) store<u32>(record, load<u32>(ip, 4) & 0xff, T_OPCODE);
  keepData(record, from, size);
}

export function destroyTrace(from: usize, heir: usize, balance: usize): void {
  keepCall(DESTROY, 0, from, heir, balance, 0, 0, 0);
}

export function logTrace(log: usize, size: usize): void {
  if ((kept & EVENTS) == 0 || !charge(EVENT_BYTES + <i64>size)) return;
  store<u32>(append(EVENT), <u32>log, T_LOG);
}
