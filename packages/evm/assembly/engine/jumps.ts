// Jump targets, and the end of a failed frame in the loop.
import { C_JUMPS, C_LENGTH, C_TRANSLATED, INVALID_JUMP, OUT_OF_GAS } from "./layout";
import { halt } from "./frames";
import { code, setGas } from "./machine";
import { translateTo } from "./program";
import { isShort } from "./words/word";

@inline function entry(place: usize): usize {
  return <usize>load<u32>(<usize>load<u32>(code, C_JUMPS) + (place << 2));
}

/** Returns the distance of a JUMPDEST at a position that is not translated yet, or is no part of the code. */
function laterTarget(place: usize): usize {
  if (place >= <usize>load<u32>(code, C_LENGTH)) return 0;
  translateTo(code, place);
  return entry(place);
}

/**
 * Returns the distance of a JUMPDEST in the program, plus 16; zero if there is none.
 * @param word the word with the position in the code.
 */
@inline export function jumpTarget(word: usize): usize {
  return isShort(word) ? numberTarget(<u64>load<u32>(word)) : 0;
}

/** Returns the same for a position as a number. */
@inline export function numberTarget(place: u64): usize {
  if (place < <u64>load<u32>(code, C_TRANSLATED)) return entry(<usize>place);
  return place >> 32 == 0 ? laterTarget(<usize>place) : 0;
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
