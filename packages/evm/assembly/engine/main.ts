// Functions that the host calls. See src/engine/engine.ts.
import {
  A_BALANCE, A_FLAGS, A_NONCE, C_LENGTH, DONE, EIP_3860, EXISTED, HAND, HAND2, INIT_CODE_SIZE, MAX_INIT_CODE, R_FAILED_AT, R_OUTPUT,
  R_OUTPUT_LENGTH, R_REASON, R_REFUND, RESULT, S_FLAGS, SCRATCH, VALUE_OVERFLOW, WARM,
} from "./layout";
import { transfer } from "./accounts";
import { delegateOf, runnableCode } from "./calls";
import { clearCodes, codeOf, ensureProgram, makeRoomForCodes } from "./codes";
import { begin } from "./creations";
import { enter, failedAt, protectMemory, reason, resetFrames, RUNNING, setStatus, status } from "./frames";
import { allocate, resetHeap } from "./heap";
import { dropLogs } from "./logs";
import { loop } from "./loop";
import { gas, ip, refund, returned, returnedLength, setGas, setPauseAt, setRefund, setRefused } from "./machine";
import { ensureLoaded, findAccount, findSlot, resetTables, STORAGE } from "./tables";
import { closeTrace, openTrace, resetTrace } from "./trace";
import { mark, resetUndo, revertTo } from "./undo";
import { keepAccounts, keepSlots, resetValues } from "./values";
import { abandon } from "./host";
import { isLess, turn } from "./words/word";

export { allocate, clearCodes, keepAccounts, keepSlots };
export { keepChangedSlots, lastAccount, lastSlot } from "./tables";
export { createdByNonce as creation } from "./creations";
export { lastLog } from "./logs";
export { refusedLength } from "./machine";
export { finishPrecompile as resume } from "./precompiles";
export { firstEvent, room } from "./trace";

/**
 * Drops the last execution.
 * @param traced the records to keep for traces.
 * @param bytes the maximum of their bytes: see trace.ts.
 */
export function reset(traced: u32, bytes: i64): void {
  resetTrace(traced, bytes);
  makeRoomForCodes();
  resetHeap();
  resetTables();
  resetValues();
  resetUndo();
  resetFrames();
  dropLogs(0);
  setRefund(0);
  setGas(0);
  setPauseAt(0);
}

/** Returns the account whose address is at HAND. */
export function account(): usize {
  turn(SCRATCH, HAND);
  return findAccount(SCRATCH);
}

export function warm(one: usize): void {
  store<u32>(one, load<u32>(one, A_FLAGS) | WARM, A_FLAGS);
}

/** Increments the nonce of the sender of a call. @returns the nonce before. */
export function countNonce(sender: usize): u64 {
  ensureLoaded(sender);
  const nonce = load<u64>(sender, A_NONCE);
  store<u64>(sender, nonce + 1, A_NONCE);
  store<u32>(sender, load<u32>(sender, A_FLAGS) | EXISTED, A_FLAGS);
  return nonce;
}

/** Makes the slot at HAND2 of an account warm. */
export function warmSlot(owner: usize): void {
  turn(SCRATCH, HAND2);
  const slot = findSlot(owner, SCRATCH, STORAGE);
  store<u32>(slot, load<u32>(slot, S_FLAGS) | WARM, S_FLAGS);
}

/** The library decides the outcome of an outermost message whose sender lacks the value. */
function assertPaid(from: usize): void {
  ensureLoaded(from);
  if (isLess(from + A_BALANCE, HAND2)) abandon(6);
}

/**
 * Begins the outermost frame; the value is at HAND2, least significant byte first.
 * @returns 1 if it runs, 0 without code, 12 if the recipient's balance would overflow.
 */
export function beginCall(from: usize, to: usize, data: usize, size: usize, given: i64): i32 {
  const undo = mark;
  assertPaid(from);
  setGas(given);
  openTrace(0xf1, from, to, HAND2, given, data, size);
  if (!transfer(from, to, HAND2)) {
    revertTo(undo);
    closeTrace(VALUE_OVERFLOW, 0, 0, 0, 0);
    return VALUE_OVERFLOW;
  }
  // The account to which the callee delegates is warm from the start (EIP-7702).
  const delegate = delegateOf(codeOf(to));
  if (delegate != 0) warm(delegate);
  const running = runnableCode(to);
  if (load<u32>(running, C_LENGTH) == 0) {
    closeTrace(0, 0, 0, 0, 0);
    return 0;
  }
  ensureProgram(running);
  protectMemory();
  enter(to, from, HAND2, running, given, false, data, size, undo, 0, 0, 0);
  return 1;
}

/**
 * Begins the outermost frame as that of a creation.
 * @returns 1 if it runs, 0 without code, or the reason of a failure.
 */
export function beginCreation(from: usize, target: usize, data: usize, size: usize, given: i64): i32 {
  assertPaid(from);
  setGas(given);
  openTrace(0xf0, from, 0, HAND2, given, data, size);
  const isTooLong = load<u32>(EIP_3860) != 0 && size > <usize>load<u32>(MAX_INIT_CODE);
  if (isTooLong) setRefused(size);
  const why = isTooLong ? INIT_CODE_SIZE : begin(from, target, HAND2, given, data, size);
  if (why != 0) closeTrace(max<i32>(why, 0), why < 0 || why == VALUE_OVERFLOW ? 0 : given, 0, 0, target);
  return why == 0 ? 1 : why < 0 ? 0 : why;
}

/** Runs for about this amount of gas. @returns the status. */
export function run(slice: i64): i32 {
  // A run of instructions may cost more than a slice, and is executed whole.
  setPauseAt(gas - slice - <i64>load<u32>(ip, 4));
  setStatus(RUNNING);
  do {
    if (loop<i32>()) loop<bool>();
  } while (status == RUNNING);
  if (status == DONE) writeResult();
  return status;
}

/** Writes the result of the outermost frame: the host reads memory in less time than exported globals. */
function writeResult(): void {
  store<i64>(RESULT, gas);
  store<i64>(RESULT, refund, R_REFUND);
  store<i32>(RESULT, reason, R_REASON);
  store<u32>(RESULT, <u32>failedAt, R_FAILED_AT);
  store<u32>(RESULT, <u32>returned, R_OUTPUT);
  store<u32>(RESULT, <u32>returnedLength, R_OUTPUT_LENGTH);
}
