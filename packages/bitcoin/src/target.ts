/** Converts targets between the compact form of a header and numbers. */

/** Compact form of the largest target of a regression-test chain, which every second hash meets. */
export const regtestBits = 0x207fffff;

/**
 * Returns the target of a compact form.
 * @throws {RangeError} for a negative number, or one of more than 256 bits.
 */
export function targetFromBits(bits: number): bigint {
  const size = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  if ((bits & 0x800000) !== 0 && mantissa !== 0n) throw new RangeError("a target is not negative");
  const target =
    size <= 3 ? mantissa >> BigInt(8 * (3 - size)) : mantissa << BigInt(8 * (size - 3));
  if (target >= 1n << 256n) throw new RangeError("a target has at most 256 bits");
  return target;
}

/**
 * Returns the compact form of a target, rounded down to its 23 bits of precision.
 * @throws {RangeError} for a negative number, or one of more than 256 bits.
 */
export function bitsFromTarget(target: bigint): number {
  if (target < 0n || target >= 1n << 256n) throw new RangeError("a target has 0 to 256 bits");
  if (target === 0n) return 0;
  let size = Math.ceil(target.toString(16).length / 2);
  let mantissa = size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3));
  // The top bit of the mantissa is its sign, so a number that would set it is shifted by a byte.
  if (mantissa > 0x7fffffn) {
    mantissa >>= 8n;
    size += 1;
  }
  return size * 2 ** 24 + Number(mantissa);
}
