// Where jumps lead, and how the loop ends a frame that fails.
import { C_JUMPS, C_LENGTH, INVALID_JUMP, OUT_OF_GAS } from "./layout";
import { halt } from "./frames";
import { code, setGas } from "./machine";
import { isShort } from "./words/word";

/** Distance of a JUMPDEST in the program, and 16; zero where there is none. @param word with the place in the code. */
@inline export function jumpTarget(word: usize): usize {
  if (!isShort(word) || load<u32>(word) >= load<u32>(code, C_LENGTH)) return 0;
  return <usize>load<u32>(<usize>load<u32>(code, C_JUMPS) + (<usize>load<u32>(word) << 2));
}

/** The same of a place that is a number. */
@inline export function numberTarget(place: u64): usize {
  if (place >= <u64>load<u32>(code, C_LENGTH)) return 0;
  return <usize>load<u32>(<usize>load<u32>(code, C_JUMPS) + (<usize>place << 2));
}

export function invalidJump(gas: i64): bool {
  setGas(gas);
  halt(INVALID_JUMP);
  return false;
}

export function outOfGas(): bool {
  halt(OUT_OF_GAS);
  return false;
}
