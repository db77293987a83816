// Powers of words.
import { SCRATCH } from "../layout";
import { multiply, squareLong } from "./multiply";
import { copy, isShort, set } from "./word";

/** Returns the number of bits of a word without leading zeros. */
function bitsOf(a: usize): i32 {
  for (let at: i32 = 24; at >= 0; at -= 8) {
    const limb = load<u64>(a + <usize>at);
    if (limb != 0) return (at << 3) + 64 - <i32>clz<u64>(limb);
  }
  return 0;
}

/** Computes r = a to the power of b modulo 2^256, by squaring from the left. */
export function power(r: usize, a: usize, b: usize): void {
  const base = SCRATCH, result = SCRATCH + 32, exponent = SCRATCH + 64;
  copy(base, a);
  copy(exponent, b);
  const bits = bitsOf(exponent);
  if (bits == 0) return set(r, 1);
  copy(result, base);
  for (let i = bits - 2; i >= 0; i--) {
    if (isShort(result)) multiply(result, result, result);
    else squareLong(result, result);
    const bit = (load<u64>(exponent + ((<usize>i >> 6) << 3)) >> <u64>(i & 63)) & 1;
    if (bit != 0) multiply(result, result, base);
  }
  copy(r, result);
}

/** Returns the length of an exponent in bytes. */
export function bytesOf(a: usize): u64 {
  return <u64>((bitsOf(a) + 7) >> 3);
}
