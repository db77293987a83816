// Jump targets, and the end of a failed frame in the loop.
import { C_JUMPS, C_LENGTH, INVALID_JUMP, OUT_OF_GAS } from "./layout";
import { halt } from "./frames";
import { code, setGas } from "./machine";
import { isShort } from "./words/word";

/**
 * Returns the distance of a JUMPDEST in the program, plus 16; zero if there is none.
 * @param word the word with the position in the code.
 */
@inline export function jumpTarget(word: usize): usize {
  if (!isShort(word) || load<u32>(word) >= load<u32>(code, C_LENGTH)) return 0;
  return <usize>load<u32>(<usize>load<u32>(code, C_JUMPS) + (<usize>load<u32>(word) << 2));
}

/** Returns the same for a position as a number. */
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
