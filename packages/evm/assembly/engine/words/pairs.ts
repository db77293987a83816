// Keccak-256 of two words, cached: the slot of a mapping's value is such a hash, and a contract that
// is called again asks for the same ones.
import { HAND, PAIRS, P_HASH, P_SIZE } from "../layout";
import { keccak } from "./keccak";
import { copy, turn } from "./word";

/** Spreads pairs over the places. Pairs that share one only miss the cache. */
@inline function placeOf(pair: usize): usize {
  const mixed = load<u64>(pair, 24) ^ rotl<u64>(load<u64>(pair, 16), 21) ^
    rotl<u64>(load<u64>(pair, 56), 43) ^ load<u64>(pair, 8) ^ load<u64>(pair, 40) ^
    rotl<u64>(load<u64>(pair), 11) ^ rotl<u64>(load<u64>(pair, 32) ^ load<u64>(pair, 48), 31);
  return PAIRS + <usize>((mixed * 0x9e3779b97f4a7c15) >> 55) * P_SIZE;
}

@inline function isSame(a: usize, b: usize): bool {
  const differences = v128.or(
    v128.or(v128.xor(v128.load(a), v128.load(b)), v128.xor(v128.load(a, 16), v128.load(b, 16))),
    v128.or(v128.xor(v128.load(a, 32), v128.load(b, 32)), v128.xor(v128.load(a, 48), v128.load(b, 48))),
  );
  return !v128.any_true(differences);
}

/** Writes the hash of 64 bytes to `target`, as a word. */
export function hashPair(target: usize, pair: usize): void {
  const place = placeOf(pair);
  const kept = place + P_HASH;
  // A place without a hash is zero.
  if (load<u64>(kept) == 0 || !isSame(place, pair)) {
    keccak(HAND, pair, 64);
    turn(kept, HAND);
    memory.copy(place, pair, 64);
  }
  copy(target, kept);
}
