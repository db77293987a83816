// Division (Knuth, volume 2, algorithm D) in limbs of 32 bits, and operations that use it.
import { DIVISOR, PRODUCT, QUOTIENT, SCRATCH } from "../layout";
import { copy, isNegative, isSingle, isZero, negate, set } from "./word";

/** Returns the number of limbs of 32 bits without leading zeros, at most `count`. */
@inline function limbsOf(a: usize, count: i32): i32 {
  let n = count;
  while (n > 0 && load<u32>(a + (<usize>(n - 1) << 2)) == 0) n--;
  return n;
}

/** Shifts limbs to the left, into one additional limb. */
@inline function shiftLimbs(r: usize, a: usize, count: i32, bits: u32): void {
  let carried: u64 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const t = (<u64>load<u32>(a + (<usize>i << 2)) << bits) | carried;
    store<u32>(r + (<usize>i << 2), <u32>t);
    carried = t >> 32;
  }
  store<u32>(r + (<usize>count << 2), <u32>carried);
}

/** Divides limbs by one limb and replaces them by the quotient. @returns the remainder. */
@inline function divideByLimb(a: usize, count: i32, limb: u64): u64 {
  let rest: u64 = 0;
  for (let i = count - 1; i >= 0; i--) {
    const t = (rest << 32) | load<u32>(a + (<usize>i << 2));
    const q = t / limb;
    store<u32>(a + (<usize>i << 2), <u32>q);
    rest = t - q * limb;
  }
  return rest;
}

/** Subtracts q times the n limbs of DIVISOR from limbs. @returns the borrow. */
@inline function subtractRow(u: usize, n: usize, q: u64): i64 {
  let carry: u64 = 0;
  let borrow: i64 = 0;
  for (let i: usize = 0; i < n; i += 4) {
    const p = q * load<u32>(DIVISOR + i) + carry;
    carry = p >> 32;
    const t = <i64>load<u32>(u + i) - <i64>(p & 0xffffffff) + borrow;
    store<u32>(u + i, <u32>t);
    borrow = t >> 32;
  }
  const t = <i64>load<u32>(u + n) - <i64>carry + borrow;
  store<u32>(u + n, <u32>t);
  return t >> 32;
}

function addBack(u: usize, n: usize): void {
  let carry: u64 = 0;
  for (let i: usize = 0; i < n; i += 4) {
    const t = <u64>load<u32>(u + i) + load<u32>(DIVISOR + i) + carry;
    store<u32>(u + i, <u32>t);
    carry = t >> 32;
  }
  store<u32>(u + n, load<u32>(u + n) + <u32>carry);
}

/**
 * Divides `count` limbs at PRODUCT, which has space for one more, by the word `b`, which is not
 * zero, and writes the remainder to PRODUCT, 32 bytes.
 * @param hasQuotient whether the quotient is written to QUOTIENT, 64 bytes.
 */
export function divideLimbs(count: i32, b: usize, hasQuotient: bool): void {
  const n = limbsOf(b, 8);
  const m = limbsOf(PRODUCT, count);
  if (hasQuotient) memory.fill(QUOTIENT, 0, 64);
  if (m < n) return;
  if (n == 1) {
    const rest = divideByLimb(PRODUCT, m, load<u32>(b));
    if (hasQuotient) memory.copy(QUOTIENT, PRODUCT, <usize>m << 2);
    memory.fill(PRODUCT, 0, 64);
    store<u64>(PRODUCT, rest);
    return;
  }
  const bits = clz<u32>(load<u32>(b + (<usize>(n - 1) << 2)));
  shiftLimbs(DIVISOR, b, n, bits);
  shiftLimbs(PRODUCT, PRODUCT, m, bits);
  const size = <usize>n << 2;
  const first = <u64>load<u32>(DIVISOR + size - 4);
  const second = <u64>load<u32>(DIVISOR + size - 8);
  for (let j = m - n; j >= 0; j--) {
    const u = PRODUCT + (<usize>j << 2);
    const top = (<u64>load<u32>(u + size) << 32) | load<u32>(u + size - 4);
    let q: u64 = top / first;
    let rest: u64 = top - q * first;
    while (q >> 32 != 0 || q * second > ((rest << 32) | load<u32>(u + size - 8))) {
      q--;
      rest += first;
      if (rest >> 32 != 0) break;
    }
    if (q != 0 && subtractRow(u, size, q) < 0) {
      q--;
      addBack(u, size);
    }
    if (hasQuotient) store<u32>(QUOTIENT + (<usize>j << 2), <u32>q);
  }
  let carried: u64 = 0;
  for (let i = n - 1; i >= 0; i--) {
    const limb = <u64>load<u32>(PRODUCT + (<usize>i << 2));
    store<u32>(PRODUCT + (<usize>i << 2), <u32>((limb >> bits) | carried));
    carried = (limb << (32 - bits)) & 0xffffffff;
  }
  if (n < 8) memory.fill(PRODUCT + size, 0, 32 - size);
}

function toProduct(a: usize): void {
  copy(PRODUCT, a);
  set(PRODUCT + 32, 0);
}

/** Computes r = a / b, or zero if b is zero. */
export function divide(r: usize, a: usize, b: usize): void {
  if (isZero(b)) return set(r, 0);
  if (isSingle(a) && isSingle(b)) return set(r, load<u64>(a) / load<u64>(b));
  toProduct(a);
  divideLimbs(8, b, true);
  copy(r, QUOTIENT);
}

/** Computes r = a modulo b, or zero if b is zero. */
export function modulo(r: usize, a: usize, b: usize): void {
  if (isZero(b)) return set(r, 0);
  if (isSingle(a) && isSingle(b)) return set(r, load<u64>(a) % load<u64>(b));
  toProduct(a);
  divideLimbs(8, b, false);
  copy(r, PRODUCT);
}

/** Writes the magnitudes of two signed words to SCRATCH. */
function magnitudes(a: usize, b: usize): void {
  if (isNegative(a)) negate(SCRATCH, a);
  else copy(SCRATCH, a);
  if (isNegative(b)) negate(SCRATCH + 32, b);
  else copy(SCRATCH + 32, b);
}

export function divideSigned(r: usize, a: usize, b: usize): void {
  const isMinus = isNegative(a) != isNegative(b);
  magnitudes(a, b);
  divide(r, SCRATCH, SCRATCH + 32);
  if (isMinus) negate(r, r);
}

export function moduloSigned(r: usize, a: usize, b: usize): void {
  const isMinus = isNegative(a);
  magnitudes(a, b);
  modulo(r, SCRATCH, SCRATCH + 32);
  if (isMinus) negate(r, r);
}
