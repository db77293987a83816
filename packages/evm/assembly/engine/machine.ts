// Registers of the running frame, and its memory. The loop keeps some of them in locals.
import { frameEnd, frameTop, nextPiece } from "./heap";
import { abandon } from "./host";
import { isShort, isZero } from "./words/word";

/** The record of the running frame: see frames.ts. */
export let frame: usize = 0;
export let frameNumber: u32 = 0;
export let depth: u32 = 0;
export let isStatic: bool = false;
/** The account whose storage the frame uses, its caller, and its code. */
export let self: usize = 0;
export let caller: usize = 0;
export let code: usize = 0;
export let program: usize = 0;
export let input: usize = 0;
export let inputLength: usize = 0;
/** The word with the value of the call. */
export let value: usize = 0;

/**
 * The next instruction, the first byte above the stack, the stack's first byte, and the remaining
 * gas.
 */
export let ip: usize = 0;
export let sp: usize = 0;
export let stack: usize = 0;
export let gas: i64 = 0;
/** The gas at which the slice ends; it may be negative. */
export let pauseAt: i64 = 0;
/** The memory of the frame, and its size in bytes, a multiple of 32. */
export let mem: usize = 0;
export let memSize: usize = 0;
/** The refunds of frames that have not failed. */
export let refund: i64 = 0;

/** The return data of the last call. */
export let returned: usize = 0;
export let returnedLength: usize = 0;
/** The number of bytes of the code or init code that was refused last because it is too long. */
export let refusedLength: usize = 0;

@inline export function setFrame(record: usize, number: u32, level: u32, fixed: bool): void {
  frame = record;
  frameNumber = number;
  depth = level;
  isStatic = fixed;
}

@inline export function setParties(own: usize, from: usize, worth: usize): void {
  self = own;
  caller = from;
  value = worth;
}

@inline export function setCode(running: usize, start: usize): void {
  code = running;
  program = start;
}

@inline export function setInput(place: usize, length: usize): void {
  input = place;
  inputLength = length;
}

@inline export function setStack(bottom: usize, top: usize): void {
  stack = bottom;
  sp = top;
}

@inline export function setMemory(place: usize, size: usize): void {
  mem = place;
  memSize = size;
}

@inline export function setReturned(place: usize, length: usize): void {
  returned = place;
  returnedLength = length;
}

export function setRefused(length: usize): void {
  refusedLength = length;
}

@inline export function setIp(next: usize): void { ip = next; }
@inline export function setSp(top: usize): void { sp = top; }
@inline export function setGas(left: i64): void { gas = left; }
@inline export function setPauseAt(left: i64): void { pauseAt = left; }
export function setRefund(total: i64): void { refund = total; }

/** Pays an amount of gas. @returns whether there was enough. */
@inline export function pay(amount: i64): bool {
  if (gas < amount) return false;
  gas -= amount;
  return true;
}

@inline function priceOf(bytes: u64): i64 {
  const words = <i64>(bytes >> 5);
  return words * 3 + ((words * words) >> 9);
}

/** The maximum bytes of memory of an execution; no gas limit pays for more. */
const MEMORY_MAX: u64 = 0x8000000;

/** Extends memory to at least `size` bytes, a multiple of 32, which is already paid for. */
function widen(size: usize): void {
  if (mem + size > frameEnd) {
    const old = mem;
    nextPiece(size + 64);
    const place = (frameTop + 31) & ~31;
    memory.copy(place, old, memSize);
    mem = place;
  }
  memory.fill(mem + memSize, 0, size - memSize);
  memSize = size;
}

/**
 * Pays for memory up to the end of a range. The words may be anywhere, mostly on the stack.
 * @returns whether there was enough gas; an empty range costs nothing at any offset.
 */
@inline export function expand(offset: usize, length: usize): bool {
  if (isZero(length)) return true;
  if (!isShort(offset) || !isShort(length)) return false;
  return expandTo(<u64>load<u32>(offset) + <u64>load<u32>(length));
}

/** Returns whether gas suffices for memory up to the end of a range, whose offset is a word. */
export function canReach(offset: usize, length: u64, left: i64): bool {
  if (!isShort(offset)) return false;
  const end = <u64>load<u32>(offset) + length;
  return end <= <u64>memSize || priceOf((end + 31) & ~31) - priceOf(<u64>memSize) <= left;
}

/** Pays for memory up to a position, which is at most 2^33. */
export function expandTo(end: u64): bool {
  if (end <= <u64>memSize) return true;
  const size = (end + 31) & ~31;
  if (!pay(priceOf(size) - priceOf(<u64>memSize))) return false;
  if (size > MEMORY_MAX) abandon(1);
  widen(<usize>size);
  return true;
}

/**
 * Copies bytes to existing memory, with zeros beyond the end of the source.
 * @param offset a word.
 */
@inline export function copyPadded(target: usize, length: usize, source: usize, sourceLength: usize, offset: usize): void {
  let from = sourceLength;
  if (isShort(offset)) from = min<usize>(<usize>load<u32>(offset), sourceLength);
  const there = min<usize>(length, sourceLength - from);
  memory.copy(target, source + from, there);
  memory.fill(target + there, 0, length - there);
}
