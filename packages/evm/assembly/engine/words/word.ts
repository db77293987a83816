// Words of 256 bits in memory, least significant byte first.

@inline export function isZero(a: usize): bool {
  return (load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) == 0;
}

/** Returns whether the word is below 2^32, as every offset is that gas can pay for. */
@inline export function isShort(a: usize): bool {
  return ((load<u64>(a) >> 32) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) == 0;
}

/** Returns whether the word is below 2^64. */
@inline export function isSingle(a: usize): bool {
  return (load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) == 0;
}

@inline export function isEqual(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  );
}

@inline export function set(r: usize, value: u64): void {
  store<u64>(r, value);
  store<u64>(r, 0, 8);
  store<u64>(r, 0, 16);
  store<u64>(r, 0, 24);
}

@inline export function copy(r: usize, a: usize): void {
  const w0 = load<u64>(a);
  const w1 = load<u64>(a, 8);
  const w2 = load<u64>(a, 16);
  const w3 = load<u64>(a, 24);
  store<u64>(r, w0);
  store<u64>(r, w1, 8);
  store<u64>(r, w2, 16);
  store<u64>(r, w3, 24);
}

/** Copies and reverses the order of the bytes: from a contract's memory to a word, or back. */
@inline export function turn(r: usize, a: usize): void {
  // Words were often just written by halves of 64 bits, and a load of 128 bits would have to wait
  // for them.
  const low = i64x2.replace_lane(i64x2.splat(load<i64>(a)), 1, load<i64>(a, 8));
  const high = i64x2.replace_lane(i64x2.splat(load<i64>(a, 16)), 1, load<i64>(a, 24));
  v128.store(r, i8x16.shuffle(high, high, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  v128.store(r + 16, i8x16.shuffle(low, low, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

@inline export function and(r: usize, a: usize, b: usize): void {
  store<u64>(r, load<u64>(a) & load<u64>(b));
  store<u64>(r, load<u64>(a, 8) & load<u64>(b, 8), 8);
  store<u64>(r, load<u64>(a, 16) & load<u64>(b, 16), 16);
  store<u64>(r, load<u64>(a, 24) & load<u64>(b, 24), 24);
}

@inline export function or(r: usize, a: usize, b: usize): void {
  store<u64>(r, load<u64>(a) | load<u64>(b));
  store<u64>(r, load<u64>(a, 8) | load<u64>(b, 8), 8);
  store<u64>(r, load<u64>(a, 16) | load<u64>(b, 16), 16);
  store<u64>(r, load<u64>(a, 24) | load<u64>(b, 24), 24);
}

@inline export function xor(r: usize, a: usize, b: usize): void {
  store<u64>(r, load<u64>(a) ^ load<u64>(b));
  store<u64>(r, load<u64>(a, 8) ^ load<u64>(b, 8), 8);
  store<u64>(r, load<u64>(a, 16) ^ load<u64>(b, 16), 16);
  store<u64>(r, load<u64>(a, 24) ^ load<u64>(b, 24), 24);
}

@inline export function not(r: usize, a: usize): void {
  store<u64>(r, ~load<u64>(a));
  store<u64>(r, ~load<u64>(a, 8), 8);
  store<u64>(r, ~load<u64>(a, 16), 16);
  store<u64>(r, ~load<u64>(a, 24), 24);
}

/** Computes r = a + b. @returns the carry. */
@inline export function add(r: usize, a: usize, b: usize): u64 {
  const a0 = load<u64>(a), a1 = load<u64>(a, 8), a2 = load<u64>(a, 16), a3 = load<u64>(a, 24);
  const r0 = a0 + load<u64>(b);
  let carry = u64(r0 < a0);
  let t = a1 + load<u64>(b, 8);
  const r1 = t + carry;
  carry = u64(t < a1) | u64(r1 < t);
  t = a2 + load<u64>(b, 16);
  const r2 = t + carry;
  carry = u64(t < a2) | u64(r2 < t);
  t = a3 + load<u64>(b, 24);
  const r3 = t + carry;
  carry = u64(t < a3) | u64(r3 < t);
  store<u64>(r, r0);
  store<u64>(r, r1, 8);
  store<u64>(r, r2, 16);
  store<u64>(r, r3, 24);
  return carry;
}

/** Adds a number of 64 bits to r. */
@inline export function addNumber(r: usize, number: u64): void {
  const low = load<u64>(r) + number;
  store<u64>(r, low);
  if (low >= number) return;
  let at = r + 8;
  while (at < r + 32) {
    const limb = load<u64>(at) + 1;
    store<u64>(at, limb);
    if (limb != 0) return;
    at += 8;
  }
}

/** Computes r = a - b. @returns the borrow. */
@inline export function subtract(r: usize, a: usize, b: usize): u64 {
  const a0 = load<u64>(a), a1 = load<u64>(a, 8), a2 = load<u64>(a, 16), a3 = load<u64>(a, 24);
  const b0 = load<u64>(b), b1 = load<u64>(b, 8), b2 = load<u64>(b, 16), b3 = load<u64>(b, 24);
  let borrow = u64(a0 < b0);
  let t = a1 - b1;
  const r1 = t - borrow;
  borrow = u64(a1 < b1) | u64(t < borrow);
  t = a2 - b2;
  const r2 = t - borrow;
  borrow = u64(a2 < b2) | u64(t < borrow);
  t = a3 - b3;
  const r3 = t - borrow;
  borrow = u64(a3 < b3) | u64(t < borrow);
  store<u64>(r, a0 - b0);
  store<u64>(r, r1, 8);
  store<u64>(r, r2, 16);
  store<u64>(r, r3, 24);
  return borrow;
}

@inline export function isLess(a: usize, b: usize): bool {
  const a3 = load<u64>(a, 24), b3 = load<u64>(b, 24);
  if (a3 != b3) return a3 < b3;
  const a2 = load<u64>(a, 16), b2 = load<u64>(b, 16);
  if (a2 != b2) return a2 < b2;
  const a1 = load<u64>(a, 8), b1 = load<u64>(b, 8);
  if (a1 != b1) return a1 < b1;
  return load<u64>(a) < load<u64>(b);
}

@inline export function isNegative(a: usize): bool {
  return load<i64>(a, 24) < 0;
}

@inline export function isSignedLess(a: usize, b: usize): bool {
  const a3 = load<i64>(a, 24), b3 = load<i64>(b, 24);
  return a3 != b3 ? a3 < b3 : isLess(a, b);
}

export function negate(r: usize, a: usize): void {
  let carry: u64 = 1;
  for (let i: usize = 0; i < 32; i += 8) {
    const limb = ~load<u64>(a + i) + carry;
    carry = u64(limb == 0) & carry;
    store<u64>(r + i, limb);
  }
}

/** Computes r = a << bits in limbs of 64 bits. */
export function shiftLeft(r: usize, a: usize, bits: u32): void {
  const whole = <i32>(bits >> 6);
  const part = <u64>(bits & 63);
  for (let i: i32 = 3; i >= 0; i--) {
    const from = i - whole;
    let limb: u64 = 0;
    if (from >= 0) {
      limb = load<u64>(a + (<usize>from << 3)) << part;
      if (part != 0 && from > 0) limb |= load<u64>(a + (<usize>(from - 1) << 3)) >> (64 - part);
    }
    store<u64>(r + (<usize>i << 3), limb);
  }
}

/** Computes r = a >> bits, with limbs of `fill` from the left. */
export function shiftRight(r: usize, a: usize, bits: u32, fill: u64): void {
  const whole = <i32>(bits >> 6);
  const part = <u64>(bits & 63);
  for (let i: i32 = 0; i < 4; i++) {
    const from = i + whole;
    const low = from < 4 ? load<u64>(a + (<usize>from << 3)) : fill;
    const high = from < 3 ? load<u64>(a + (<usize>(from + 1) << 3)) : fill;
    store<u64>(r + (<usize>i << 3), part == 0 ? low : (low >> part) | (high << (64 - part)));
  }
}

export function signExtend(r: usize, a: usize, byte: u32): void {
  const sign = load<u8>(a + byte) >> 7 != 0 ? 0xff : 0;
  copy(r, a);
  for (let i: usize = byte + 1; i < 32; i++) store<u8>(r + i, sign);
}

export function leadingZeros(a: usize): u64 {
  for (let i: i32 = 3; i >= 0; i--) {
    const limb = load<u64>(a + (<usize>i << 3));
    if (limb != 0) return <u64>(3 - i) * 64 + clz<u64>(limb);
  }
  return 256;
}
