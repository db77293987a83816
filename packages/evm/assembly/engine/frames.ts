// Frames: the saved state of a waiting frame, and how frames begin and end.
import {
  A_CODE, A_HASH, C_PROGRAM, CODE_SIZE, DONE, INVALID_CODE, MAX_CODE, OUT_OF_GAS, REVERTED,
} from "./layout";
import { allocate, framePiece, frameTop, moveTop, push, release } from "./heap";
import { newCode } from "./codes";
import { dropLogs, lastLog } from "./logs";
import {
  depth, frame, gas, ip, mem, memSize, pauseAt, refund, setCode, setFrame, setGas, setInput, setIp, setMemory,
  setParties, setPauseAt, setRefund, setRefused, setReturned, setSp, setStack, sp,
} from "./machine";
import { closeTrace } from "./trace";
import { noteCode, revertTo } from "./undo";
import { copy, set } from "./words/word";

const F_PARENT: usize = 0;
const F_NUMBER: usize = 4;
const F_IP: usize = 8;
const F_SP: usize = 12;
const F_STACK: usize = 16;
const F_MEM: usize = 20;
const F_MEM_SIZE: usize = 24;
const F_SELF: usize = 28;
const F_CALLER: usize = 32;
const F_CODE: usize = 36;
const F_INPUT: usize = 40;
const F_INPUT_LENGTH: usize = 44;
const F_STATIC: usize = 48;
const F_DEPTH: usize = 52;
const F_GAS: usize = 56;
/** The journal position, logs and refund that are restored if the frame fails. */
const F_MARK: usize = 64;
const F_LOG: usize = 68;
const F_REFUND: usize = 72;
/** The frames' heap at the beginning of the frame. */
const F_PIECE: usize = 80;
const F_TOP: usize = 84;
/** The position of the output in the caller's memory. */
const F_OUT: usize = 88;
const F_OUT_LENGTH: usize = 92;
/** The account that the frame creates; zero for a call. */
const F_CREATED: usize = 96;
const F_PROGRAM: usize = 100;
const F_VALUE: usize = 104;
const F_GIVEN: usize = 112;
const F_VALUE_WORD: usize = 128;
const F_SIZE: usize = 160;
const STACK_BYTES: usize = 32768;

export const RUNNING: i32 = -1;

/** The state of the execution. */
export let status: i32 = RUNNING;
/** The reason of a failure once the execution has ended, or zero. */
export let reason: i32 = 0;
/** The instruction at which the execution failed. */
export let failedAt: usize = 0;
let frames: u32 = 0;

/** A buffer for the return data of calls. */
let buffer: usize = 0;
let bufferSize: usize = 0;

export function setStatus(now: i32): void {
  status = now;
}

export function resetFrames(): void {
  status = RUNNING;
  reason = 0;
  frames = 0;
  bufferSize = 1024;
  buffer = allocate(bufferSize);
  setReturned(buffer, 0);
  setFrame(0, 0, 0, false);
  setMemory(0, 0);
}

@inline function save(record: usize): void {
  store<u32>(record, <u32>ip, F_IP);
  store<u32>(record, <u32>sp, F_SP);
  store<u32>(record, <u32>mem, F_MEM);
  store<u32>(record, <u32>memSize, F_MEM_SIZE);
  store<i64>(record, gas, F_GAS);
}

@inline function restore(record: usize): void {
  setIp(<usize>load<u32>(record, F_IP));
  setStack(<usize>load<u32>(record, F_STACK), <usize>load<u32>(record, F_SP));
  setMemory(<usize>load<u32>(record, F_MEM), <usize>load<u32>(record, F_MEM_SIZE));
  setFrame(record, load<u32>(record, F_NUMBER), load<u32>(record, F_DEPTH), load<u32>(record, F_STATIC) != 0);
  setParties(<usize>load<u32>(record, F_SELF), <usize>load<u32>(record, F_CALLER), <usize>load<u32>(record, F_VALUE));
  setCode(<usize>load<u32>(record, F_CODE), <usize>load<u32>(record, F_PROGRAM));
  setInput(<usize>load<u32>(record, F_INPUT), <usize>load<u32>(record, F_INPUT_LENGTH));
}

/** The position in the frames' heap at which the next frame begins. */
export let piece: usize = 0;
export let place: usize = 0;

/** Reserves the running frame's memory, so that the next records are placed after it. */
@inline export function protectMemory(): void {
  if (frame != 0) moveTop((mem + memSize + 31) & ~31);
  piece = framePiece;
  place = frameTop;
}

/**
 * Begins a frame, after `protectMemory`.
 * @param to the account whose storage it uses.
 * @param worth the address of the value.
 * @param undo the journal mark to restore, from before the value was transferred.
 */
@inline export function enter(
  to: usize, from: usize, worth: usize, running: usize, given: i64, fixed: bool, data: usize, dataLength: usize,
  undo: usize, out: usize, outLength: usize, created: usize,
): void {
  const parent = frame;
  const level = parent == 0 ? 0 : depth + 1;
  if (parent != 0) save(parent);
  const left = gas + given - pauseAt;
  const record = push(F_SIZE + STACK_BYTES);
  const bottom = record + F_SIZE;
  const start = <usize>load<u32>(running, C_PROGRAM);
  store<u32>(record, <u32>parent, F_PARENT);
  store<u32>(record, ++frames, F_NUMBER);
  store<u32>(record, <u32>bottom, F_STACK);
  store<u32>(record, <u32>to, F_SELF);
  store<u32>(record, <u32>from, F_CALLER);
  store<u32>(record, <u32>running, F_CODE);
  store<u32>(record, <u32>start, F_PROGRAM);
  store<u32>(record, <u32>data, F_INPUT);
  store<u32>(record, <u32>dataLength, F_INPUT_LENGTH);
  store<u32>(record, u32(fixed), F_STATIC);
  store<u32>(record, level, F_DEPTH);
  store<u32>(record, <u32>undo, F_MARK);
  store<u32>(record, <u32>lastLog, F_LOG);
  store<i64>(record, refund, F_REFUND);
  store<i64>(record, given, F_GIVEN);
  store<u32>(record, <u32>piece, F_PIECE);
  store<u32>(record, <u32>place, F_TOP);
  store<u32>(record, <u32>out, F_OUT);
  store<u32>(record, <u32>outLength, F_OUT_LENGTH);
  store<u32>(record, <u32>created, F_CREATED);
  store<u32>(record, <u32>(record + F_VALUE_WORD), F_VALUE);
  copy(record + F_VALUE_WORD, worth);
  setIp(start);
  setStack(bottom, bottom);
  setMemory(frameTop, 0);
  setFrame(record, frames, level, fixed);
  setParties(to, from, record + F_VALUE_WORD);
  setCode(running, start);
  setInput(data, dataLength);
  setReturned(buffer, 0);
  setGas(given);
  setPauseAt(given - left);
}

/** Sets the return data of the last call. */
@inline export function setOutput(from: usize, length: usize): void {
  const target = outputBuffer(length);
  if (length != 0) memory.copy(target, from, length);
}

/** Sets the return data to a buffer of this length, which the caller or the host fills. */
@inline export function outputBuffer(length: usize): usize {
  if (length > bufferSize) {
    bufferSize = (length << 1);
    buffer = allocate(bufferSize);
  }
  setReturned(buffer, length);
  return buffer;
}

/**
 * Stores the output of a creation as its account's code.
 * @returns the reason of a failure, or zero.
 */
function deposit(account: usize, from: usize, length: usize): i32 {
  if (length > <usize>load<u32>(MAX_CODE)) {
    setRefused(length);
    return CODE_SIZE;
  }
  const price = <i64>length * 200;
  if (price > gas) return OUT_OF_GAS;
  if (length == 0) return 0;
  if (load<u8>(from) == 0xef) return INVALID_CODE;
  setGas(gas - price);
  noteCode(account);
  set(account + A_HASH, 0);
  store<u32>(account, <u32>newCode(from, length), A_CODE);
  return 0;
}

/** Ends the running frame with its output. @param why zero if it succeeded. */
export function leave(why: i32, from: usize, length: usize): void {
  const record = frame;
  const created = <usize>load<u32>(record, F_CREATED);
  let failure = why;
  if (created != 0 && why == 0) failure = deposit(created, from, length);
  const left = gas - pauseAt;
  const size = failure == 0 || failure == REVERTED ? length : 0;
  if (failure != 0) {
    revertTo(<usize>load<u32>(record, F_MARK));
    dropLogs(<usize>load<u32>(record, F_LOG));
    setRefund(load<i64>(record, F_REFUND));
    if (failure != REVERTED) setGas(0);
  }
  closeTrace(failure, load<i64>(record, F_GIVEN) - gas, from, size, created);
  setOutput(from, created != 0 && failure == 0 && load<u32>(record, F_PARENT) != 0 ? 0 : size);
  const parent = <usize>load<u32>(record, F_PARENT);
  if (parent == 0) {
    reason = failure;
    status = DONE;
    return;
  }
  const rest = gas;
  release(<usize>load<u32>(record, F_PIECE), <usize>load<u32>(record, F_TOP));
  restore(parent);
  setGas(load<i64>(parent, F_GAS) + rest);
  setPauseAt(gas - left);
  if (created == 0) {
    const out = min<usize>(<usize>load<u32>(record, F_OUT_LENGTH), size);
    if (out != 0) memory.copy(mem + <usize>load<u32>(record, F_OUT), buffer, out);
    set(sp, u64(failure == 0));
  } else if (failure == 0) copy(sp, created);
  else set(sp, 0);
  setSp(sp + 32);
}

/** Ends the running frame for a reason that consumes all its gas. */
export function halt(why: i32): void {
  failedAt = ip;
  leave(why, 0, 0);
}
