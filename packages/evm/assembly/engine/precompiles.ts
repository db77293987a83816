// Calls of precompiled contracts: three run here, the others in the host.
import { OUT_OF_GAS, PRECOMPILE_FAILED, SCRATCH, WAITING } from "./layout";
import { outputBuffer, setOutput, setStatus } from "./frames";
import { precompile, precompileOutput } from "./host";
import { gas, mem, returned, setGas, setSp } from "./machine";
import { sha256 } from "./words/sha256";
import { closeTrace } from "./trace";
import { revertTo } from "./undo";
import { set } from "./words/word";

// The pending call.
let given: i64 = 0;
let undo: usize = 0;
let at: usize = 0;
let out: usize = 0;
let outLength: usize = 0;

@inline function words(length: usize): i64 {
  return <i64>((length + 31) >> 5);
}

/** Ends the precompiled contract. @param left the remaining gas, negative if it failed. */
function endPrecompile(left: i64, length: usize, why: i32): void {
  const failure = left < 0 ? why : 0;
  if (failure != 0) revertTo(undo);
  closeTrace(failure, left < 0 ? given : given - left, returned, failure != 0 ? 0 : length, 0);
  if (failure == 0) setGas(gas + left);
  const copied = min<usize>(outLength, length);
  if (failure == 0 && copied != 0) memory.copy(mem + out, returned, copied);
  set(at, u64(failure == 0));
  setSp(at + 32);
}

export function callPrecompile(
  number: u32, data: usize, size: usize, gift: i64, before: usize, place: usize, target: usize, targetLength: usize,
): void {
  given = gift;
  undo = before;
  at = place;
  out = target;
  outLength = targetLength;
  if (number == 2) {
    const left = given - 60 - 12 * words(size);
    if (left < 0) return endPrecompile(-1, 0, OUT_OF_GAS);
    sha256(SCRATCH, data, size);
    setOutput(SCRATCH, 32);
    return endPrecompile(left, 32, 0);
  }
  if (number == 4) {
    const left = given - 15 - 3 * words(size);
    if (left < 0) return endPrecompile(-1, 0, OUT_OF_GAS);
    setOutput(data, size);
    return endPrecompile(left, size, 0);
  }
  finishPrecompile(precompile(number, data, <u32>size, given));
}

/**
 * Processes the host's result.
 * @param used gas; -1 without enough of it, -2 if it is not finished, -3 if it failed.
 */
export function finishPrecompile(used: i64): void {
  if (used == -2) return setStatus(WAITING);
  if (used < 0) return endPrecompile(-1, 0, used == -1 ? OUT_OF_GAS : PRECOMPILE_FAILED);
  const length = <usize>precompileOutput(0);
  precompileOutput(outputBuffer(length));
  endPrecompile(given - used, length, 0);
}
