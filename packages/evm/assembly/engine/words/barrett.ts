// Remainders by a repeated modulus: Barrett's reduction (Handbook of Applied Cryptography, 14.42)
// with limbs of 32 bits and eight of them in the modulus. The reciprocal is computed when a modulus
// occurs the second time.
import { ASIDE, ESTIMATE, MODULUS, PRODUCT, QUOTIENT, RECIPROCAL } from "../layout";
import { divideLimbs } from "./divide";
import { copy, isEqual, isLess, set, subtract } from "./word";

const LOW: u64 = 0xffffffff;

let isKnown: bool = false;

/**
 * Returns whether the reciprocal of the modulus is known; if not, the modulus is stored as the last
 * one.
 */
export function hasReciprocal(modulus: usize): bool {
  if (!isEqual(MODULUS, modulus)) {
    copy(MODULUS, modulus);
    isKnown = false;
    return false;
  }
  return isKnown || findReciprocal();
}

/** Divides 2^512 by the modulus, if it has eight limbs. PRODUCT is saved meanwhile. */
function findReciprocal(): bool {
  if (load<u32>(MODULUS, 28) == 0) return false;
  memory.copy(ASIDE, PRODUCT, 64);
  set(PRODUCT, 0);
  set(PRODUCT + 32, 0);
  store<u64>(PRODUCT, 1, 64);
  divideLimbs(17, MODULUS, true);
  memory.copy(RECIPROCAL, QUOTIENT, 36);
  memory.copy(PRODUCT, ASIDE, 64);
  // The reciprocal of 2^224 itself has one limb more.
  isKnown = load<u32>(QUOTIENT, 36) == 0;
  return isKnown;
}

/**
 * Computes the upper limbs of (PRODUCT >> 224) * reciprocal, an estimate of the quotient that is at
 * most three too small.
 */
function estimate(): void {
  const x0 = <u64>load<u32>(PRODUCT, 28), x1 = <u64>load<u32>(PRODUCT, 32), x2 = <u64>load<u32>(PRODUCT, 36);
  const x3 = <u64>load<u32>(PRODUCT, 40), x4 = <u64>load<u32>(PRODUCT, 44), x5 = <u64>load<u32>(PRODUCT, 48);
  const x6 = <u64>load<u32>(PRODUCT, 52), x7 = <u64>load<u32>(PRODUCT, 56), x8 = <u64>load<u32>(PRODUCT, 60);
  const m0 = <u64>load<u32>(RECIPROCAL, 0), m1 = <u64>load<u32>(RECIPROCAL, 4), m2 = <u64>load<u32>(RECIPROCAL, 8);
  const m3 = <u64>load<u32>(RECIPROCAL, 12), m4 = <u64>load<u32>(RECIPROCAL, 16), m5 = <u64>load<u32>(RECIPROCAL, 20);
  const m6 = <u64>load<u32>(RECIPROCAL, 24), m7 = <u64>load<u32>(RECIPROCAL, 28), m8 = <u64>load<u32>(RECIPROCAL, 32);
  let p: u64 = 0, l: u64 = 0, h: u64 = 0, c: u64 = 0;
  l = c; h = 0; p = x0 * m7; l += p & LOW; h += p >> 32;
  p = x1 * m6; l += p & LOW; h += p >> 32; p = x2 * m5; l += p & LOW; h += p >> 32;
  p = x3 * m4; l += p & LOW; h += p >> 32; p = x4 * m3; l += p & LOW; h += p >> 32;
  p = x5 * m2; l += p & LOW; h += p >> 32; p = x6 * m1; l += p & LOW; h += p >> 32;
  p = x7 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  l = c; h = 0; p = x0 * m8; l += p & LOW; h += p >> 32;
  p = x1 * m7; l += p & LOW; h += p >> 32; p = x2 * m6; l += p & LOW; h += p >> 32;
  p = x3 * m5; l += p & LOW; h += p >> 32; p = x4 * m4; l += p & LOW; h += p >> 32;
  p = x5 * m3; l += p & LOW; h += p >> 32; p = x6 * m2; l += p & LOW; h += p >> 32;
  p = x7 * m1; l += p & LOW; h += p >> 32; p = x8 * m0; l += p & LOW; h += p >> 32;
  c = (l >> 32) + h;
  l = c; h = 0; p = x1 * m8; l += p & LOW; h += p >> 32;
  p = x2 * m7; l += p & LOW; h += p >> 32; p = x3 * m6; l += p & LOW; h += p >> 32;
  p = x4 * m5; l += p & LOW; h += p >> 32; p = x5 * m4; l += p & LOW; h += p >> 32;
  p = x6 * m3; l += p & LOW; h += p >> 32; p = x7 * m2; l += p & LOW; h += p >> 32;
  p = x8 * m1; l += p & LOW; h += p >> 32; store<u32>(ESTIMATE, <u32>l, 0); c = (l >> 32) + h;
  l = c; h = 0; p = x2 * m8; l += p & LOW; h += p >> 32;
  p = x3 * m7; l += p & LOW; h += p >> 32; p = x4 * m6; l += p & LOW; h += p >> 32;
  p = x5 * m5; l += p & LOW; h += p >> 32; p = x6 * m4; l += p & LOW; h += p >> 32;
  p = x7 * m3; l += p & LOW; h += p >> 32; p = x8 * m2; l += p & LOW; h += p >> 32;
  store<u32>(ESTIMATE, <u32>l, 4); c = (l >> 32) + h;
  l = c; h = 0; p = x3 * m8; l += p & LOW; h += p >> 32;
  p = x4 * m7; l += p & LOW; h += p >> 32; p = x5 * m6; l += p & LOW; h += p >> 32;
  p = x6 * m5; l += p & LOW; h += p >> 32; p = x7 * m4; l += p & LOW; h += p >> 32;
  p = x8 * m3; l += p & LOW; h += p >> 32; store<u32>(ESTIMATE, <u32>l, 8); c = (l >> 32) + h;
  l = c; h = 0; p = x4 * m8; l += p & LOW; h += p >> 32;
  p = x5 * m7; l += p & LOW; h += p >> 32; p = x6 * m6; l += p & LOW; h += p >> 32;
  p = x7 * m5; l += p & LOW; h += p >> 32; p = x8 * m4; l += p & LOW; h += p >> 32;
  store<u32>(ESTIMATE, <u32>l, 12); c = (l >> 32) + h;
  l = c; h = 0; p = x5 * m8; l += p & LOW; h += p >> 32;
  p = x6 * m7; l += p & LOW; h += p >> 32; p = x7 * m6; l += p & LOW; h += p >> 32;
  p = x8 * m5; l += p & LOW; h += p >> 32; store<u32>(ESTIMATE, <u32>l, 16); c = (l >> 32) + h;
  l = c; h = 0; p = x6 * m8; l += p & LOW; h += p >> 32;
  p = x7 * m7; l += p & LOW; h += p >> 32; p = x8 * m6; l += p & LOW; h += p >> 32;
  store<u32>(ESTIMATE, <u32>l, 20); c = (l >> 32) + h;
  l = c; h = 0; p = x7 * m8; l += p & LOW; h += p >> 32;
  p = x8 * m7; l += p & LOW; h += p >> 32; store<u32>(ESTIMATE, <u32>l, 24); c = (l >> 32) + h;
  l = c; h = 0; p = x8 * m8; l += p & LOW; h += p >> 32;
  store<u32>(ESTIMATE, <u32>l, 28); c = (l >> 32) + h;
  store<u32>(ESTIMATE, <u32>c, 32);
}

/** Subtracts nine limbs of estimate * modulus from PRODUCT. */
function subtractEstimate(): void {
  const q0 = <u64>load<u32>(ESTIMATE, 0), q1 = <u64>load<u32>(ESTIMATE, 4), q2 = <u64>load<u32>(ESTIMATE, 8);
  const q3 = <u64>load<u32>(ESTIMATE, 12), q4 = <u64>load<u32>(ESTIMATE, 16), q5 = <u64>load<u32>(ESTIMATE, 20);
  const q6 = <u64>load<u32>(ESTIMATE, 24), q7 = <u64>load<u32>(ESTIMATE, 28), q8 = <u64>load<u32>(ESTIMATE, 32);
  const m0 = <u64>load<u32>(MODULUS, 0), m1 = <u64>load<u32>(MODULUS, 4), m2 = <u64>load<u32>(MODULUS, 8);
  const m3 = <u64>load<u32>(MODULUS, 12), m4 = <u64>load<u32>(MODULUS, 16), m5 = <u64>load<u32>(MODULUS, 20);
  const m6 = <u64>load<u32>(MODULUS, 24), m7 = <u64>load<u32>(MODULUS, 28);
  let p: u64 = 0, l: u64 = 0, h: u64 = 0, c: u64 = 0;
  let borrow: i64 = 0;
  l = c; h = 0; p = q0 * m0; l += p & LOW; h += p >> 32;
  c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 0) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 0); borrow >>= 32;
  l = c; h = 0; p = q0 * m1; l += p & LOW; h += p >> 32;
  p = q1 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 4) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 4); borrow >>= 32;
  l = c; h = 0; p = q0 * m2; l += p & LOW; h += p >> 32;
  p = q1 * m1; l += p & LOW; h += p >> 32; p = q2 * m0; l += p & LOW; h += p >> 32;
  c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 8) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 8); borrow >>= 32;
  l = c; h = 0; p = q0 * m3; l += p & LOW; h += p >> 32;
  p = q1 * m2; l += p & LOW; h += p >> 32; p = q2 * m1; l += p & LOW; h += p >> 32;
  p = q3 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 12) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 12); borrow >>= 32;
  l = c; h = 0; p = q0 * m4; l += p & LOW; h += p >> 32;
  p = q1 * m3; l += p & LOW; h += p >> 32; p = q2 * m2; l += p & LOW; h += p >> 32;
  p = q3 * m1; l += p & LOW; h += p >> 32; p = q4 * m0; l += p & LOW; h += p >> 32;
  c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 16) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 16); borrow >>= 32;
  l = c; h = 0; p = q0 * m5; l += p & LOW; h += p >> 32;
  p = q1 * m4; l += p & LOW; h += p >> 32; p = q2 * m3; l += p & LOW; h += p >> 32;
  p = q3 * m2; l += p & LOW; h += p >> 32; p = q4 * m1; l += p & LOW; h += p >> 32;
  p = q5 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 20) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 20); borrow >>= 32;
  l = c; h = 0; p = q0 * m6; l += p & LOW; h += p >> 32;
  p = q1 * m5; l += p & LOW; h += p >> 32; p = q2 * m4; l += p & LOW; h += p >> 32;
  p = q3 * m3; l += p & LOW; h += p >> 32; p = q4 * m2; l += p & LOW; h += p >> 32;
  p = q5 * m1; l += p & LOW; h += p >> 32; p = q6 * m0; l += p & LOW; h += p >> 32;
  c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 24) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 24); borrow >>= 32;
  l = c; h = 0; p = q0 * m7; l += p & LOW; h += p >> 32;
  p = q1 * m6; l += p & LOW; h += p >> 32; p = q2 * m5; l += p & LOW; h += p >> 32;
  p = q3 * m4; l += p & LOW; h += p >> 32; p = q4 * m3; l += p & LOW; h += p >> 32;
  p = q5 * m2; l += p & LOW; h += p >> 32; p = q6 * m1; l += p & LOW; h += p >> 32;
  p = q7 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 28) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 28); borrow >>= 32;
  l = c; h = 0; p = q1 * m7; l += p & LOW; h += p >> 32;
  p = q2 * m6; l += p & LOW; h += p >> 32; p = q3 * m5; l += p & LOW; h += p >> 32;
  p = q4 * m4; l += p & LOW; h += p >> 32; p = q5 * m3; l += p & LOW; h += p >> 32;
  p = q6 * m2; l += p & LOW; h += p >> 32; p = q7 * m1; l += p & LOW; h += p >> 32;
  p = q8 * m0; l += p & LOW; h += p >> 32; c = (l >> 32) + h;
  borrow += <i64>load<u32>(PRODUCT, 32) - <i64>(l & LOW); store<u32>(PRODUCT, <u32>borrow, 32); borrow >>= 32;
}

/**
 * Writes the remainder of the 64 bytes at PRODUCT by the modulus of the last `hasReciprocal` to
 * PRODUCT, 32 bytes.
 */
export function reduce(): void {
  estimate();
  subtractEstimate();
  while (load<u32>(PRODUCT, 32) != 0 || !isLess(PRODUCT, MODULUS)) {
    const borrow = subtract(PRODUCT, PRODUCT, MODULUS);
    store<u32>(PRODUCT, load<u32>(PRODUCT, 32) - <u32>borrow, 32);
  }
}
