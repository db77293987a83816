// Products of words in limbs of 32 bits, column by column: the lower and the upper halves of the
// products of a column are summed separately, so that the sums do not depend on each other. A
// column has at most nine products, whose halves fit 64 bits.
import { PRODUCT } from "../layout";
import { isShort } from "./word";

const LOW: u64 = 0xffffffff;

/** Computes PRODUCT[0..64] = a * b. */
export function multiplyWide(a: usize, b: usize): void {
  const a0 = <u64>load<u32>(a, 0), a1 = <u64>load<u32>(a, 4), a2 = <u64>load<u32>(a, 8);
  const a3 = <u64>load<u32>(a, 12), a4 = <u64>load<u32>(a, 16), a5 = <u64>load<u32>(a, 20);
  const a6 = <u64>load<u32>(a, 24), a7 = <u64>load<u32>(a, 28);
  const b0 = <u64>load<u32>(b, 0), b1 = <u64>load<u32>(b, 4), b2 = <u64>load<u32>(b, 8);
  const b3 = <u64>load<u32>(b, 12), b4 = <u64>load<u32>(b, 16), b5 = <u64>load<u32>(b, 20);
  const b6 = <u64>load<u32>(b, 24), b7 = <u64>load<u32>(b, 28);
  let p: u64 = 0, l: u64 = 0, h: u64 = 0, c: u64 = 0;
  l = c; h = 0; p = a0 * b0; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 0); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b1; l += p & LOW; h += p >> 32;
  p = a1 * b0; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 4); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b2; l += p & LOW; h += p >> 32;
  p = a1 * b1; l += p & LOW; h += p >> 32; p = a2 * b0; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 8); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b3; l += p & LOW; h += p >> 32;
  p = a1 * b2; l += p & LOW; h += p >> 32; p = a2 * b1; l += p & LOW; h += p >> 32;
  p = a3 * b0; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 12); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b4; l += p & LOW; h += p >> 32;
  p = a1 * b3; l += p & LOW; h += p >> 32; p = a2 * b2; l += p & LOW; h += p >> 32;
  p = a3 * b1; l += p & LOW; h += p >> 32; p = a4 * b0; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 16); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b5; l += p & LOW; h += p >> 32;
  p = a1 * b4; l += p & LOW; h += p >> 32; p = a2 * b3; l += p & LOW; h += p >> 32;
  p = a3 * b2; l += p & LOW; h += p >> 32; p = a4 * b1; l += p & LOW; h += p >> 32;
  p = a5 * b0; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 20); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b6; l += p & LOW; h += p >> 32;
  p = a1 * b5; l += p & LOW; h += p >> 32; p = a2 * b4; l += p & LOW; h += p >> 32;
  p = a3 * b3; l += p & LOW; h += p >> 32; p = a4 * b2; l += p & LOW; h += p >> 32;
  p = a5 * b1; l += p & LOW; h += p >> 32; p = a6 * b0; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 24); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b7; l += p & LOW; h += p >> 32;
  p = a1 * b6; l += p & LOW; h += p >> 32; p = a2 * b5; l += p & LOW; h += p >> 32;
  p = a3 * b4; l += p & LOW; h += p >> 32; p = a4 * b3; l += p & LOW; h += p >> 32;
  p = a5 * b2; l += p & LOW; h += p >> 32; p = a6 * b1; l += p & LOW; h += p >> 32;
  p = a7 * b0; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 28); c = (l >> 32) + h;
  l = c; h = 0; p = a1 * b7; l += p & LOW; h += p >> 32;
  p = a2 * b6; l += p & LOW; h += p >> 32; p = a3 * b5; l += p & LOW; h += p >> 32;
  p = a4 * b4; l += p & LOW; h += p >> 32; p = a5 * b3; l += p & LOW; h += p >> 32;
  p = a6 * b2; l += p & LOW; h += p >> 32; p = a7 * b1; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 32); c = (l >> 32) + h;
  l = c; h = 0; p = a2 * b7; l += p & LOW; h += p >> 32;
  p = a3 * b6; l += p & LOW; h += p >> 32; p = a4 * b5; l += p & LOW; h += p >> 32;
  p = a5 * b4; l += p & LOW; h += p >> 32; p = a6 * b3; l += p & LOW; h += p >> 32;
  p = a7 * b2; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 36); c = (l >> 32) + h;
  l = c; h = 0; p = a3 * b7; l += p & LOW; h += p >> 32;
  p = a4 * b6; l += p & LOW; h += p >> 32; p = a5 * b5; l += p & LOW; h += p >> 32;
  p = a6 * b4; l += p & LOW; h += p >> 32; p = a7 * b3; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 40); c = (l >> 32) + h;
  l = c; h = 0; p = a4 * b7; l += p & LOW; h += p >> 32;
  p = a5 * b6; l += p & LOW; h += p >> 32; p = a6 * b5; l += p & LOW; h += p >> 32;
  p = a7 * b4; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 44); c = (l >> 32) + h;
  l = c; h = 0; p = a5 * b7; l += p & LOW; h += p >> 32;
  p = a6 * b6; l += p & LOW; h += p >> 32; p = a7 * b5; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 48); c = (l >> 32) + h;
  l = c; h = 0; p = a6 * b7; l += p & LOW; h += p >> 32;
  p = a7 * b6; l += p & LOW; h += p >> 32; store<u32>(PRODUCT, <u32>l, 52); c = (l >> 32) + h;
  l = c; h = 0; p = a7 * b7; l += p & LOW; h += p >> 32;
  store<u32>(PRODUCT, <u32>l, 56); c = (l >> 32) + h;
  store<u32>(PRODUCT, <u32>c, 60);
}

/** Computes r = a * b modulo 2^256. */
export function multiplyLong(r: usize, a: usize, b: usize): void {
  const a0 = <u64>load<u32>(a, 0), a1 = <u64>load<u32>(a, 4), a2 = <u64>load<u32>(a, 8);
  const a3 = <u64>load<u32>(a, 12), a4 = <u64>load<u32>(a, 16), a5 = <u64>load<u32>(a, 20);
  const a6 = <u64>load<u32>(a, 24), a7 = <u64>load<u32>(a, 28);
  const b0 = <u64>load<u32>(b, 0), b1 = <u64>load<u32>(b, 4), b2 = <u64>load<u32>(b, 8);
  const b3 = <u64>load<u32>(b, 12), b4 = <u64>load<u32>(b, 16), b5 = <u64>load<u32>(b, 20);
  const b6 = <u64>load<u32>(b, 24), b7 = <u64>load<u32>(b, 28);
  let p: u64 = 0, l: u64 = 0, h: u64 = 0, c: u64 = 0;
  l = c; h = 0; p = a0 * b0; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 0); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b1; l += p & LOW; h += p >> 32;
  p = a1 * b0; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 4); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b2; l += p & LOW; h += p >> 32;
  p = a1 * b1; l += p & LOW; h += p >> 32; p = a2 * b0; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 8); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b3; l += p & LOW; h += p >> 32;
  p = a1 * b2; l += p & LOW; h += p >> 32; p = a2 * b1; l += p & LOW; h += p >> 32;
  p = a3 * b0; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 12); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b4; l += p & LOW; h += p >> 32;
  p = a1 * b3; l += p & LOW; h += p >> 32; p = a2 * b2; l += p & LOW; h += p >> 32;
  p = a3 * b1; l += p & LOW; h += p >> 32; p = a4 * b0; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 16); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b5; l += p & LOW; h += p >> 32;
  p = a1 * b4; l += p & LOW; h += p >> 32; p = a2 * b3; l += p & LOW; h += p >> 32;
  p = a3 * b2; l += p & LOW; h += p >> 32; p = a4 * b1; l += p & LOW; h += p >> 32;
  p = a5 * b0; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 20); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b6; l += p & LOW; h += p >> 32;
  p = a1 * b5; l += p & LOW; h += p >> 32; p = a2 * b4; l += p & LOW; h += p >> 32;
  p = a3 * b3; l += p & LOW; h += p >> 32; p = a4 * b2; l += p & LOW; h += p >> 32;
  p = a5 * b1; l += p & LOW; h += p >> 32; p = a6 * b0; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 24); c = (l >> 32) + h;
  l = c; h = 0; p = a0 * b7; l += p & LOW; h += p >> 32;
  p = a1 * b6; l += p & LOW; h += p >> 32; p = a2 * b5; l += p & LOW; h += p >> 32;
  p = a3 * b4; l += p & LOW; h += p >> 32; p = a4 * b3; l += p & LOW; h += p >> 32;
  p = a5 * b2; l += p & LOW; h += p >> 32; p = a6 * b1; l += p & LOW; h += p >> 32;
  p = a7 * b0; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 28); c = (l >> 32) + h;
}

/** Computes r = a * a modulo 2^256: products of two different limbs are needed twice. */
export function squareLong(r: usize, a: usize): void {
  const a0 = <u64>load<u32>(a, 0), a1 = <u64>load<u32>(a, 4), a2 = <u64>load<u32>(a, 8);
  const a3 = <u64>load<u32>(a, 12), a4 = <u64>load<u32>(a, 16), a5 = <u64>load<u32>(a, 20);
  const a6 = <u64>load<u32>(a, 24), a7 = <u64>load<u32>(a, 28);
  let p: u64 = 0, l: u64 = 0, h: u64 = 0, c: u64 = 0;
  l = c; h = 0; p = a0 * a0; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 0); c = (l >> 32) + h;
  p = a0 * a1; l = p & LOW; h = p >> 32; l = (l << 1) + c; h <<= 1;
  store<u32>(r, <u32>l, 4); c = (l >> 32) + h;
  p = a0 * a2; l = p & LOW; h = p >> 32; l = (l << 1) + c; h <<= 1;
  p = a1 * a1; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 8); c = (l >> 32) + h;
  p = a0 * a3; l = p & LOW; h = p >> 32; p = a1 * a2; l += p & LOW; h += p >> 32;
  l = (l << 1) + c; h <<= 1; store<u32>(r, <u32>l, 12); c = (l >> 32) + h;
  p = a0 * a4; l = p & LOW; h = p >> 32; p = a1 * a3; l += p & LOW; h += p >> 32;
  l = (l << 1) + c; h <<= 1; p = a2 * a2; l += p & LOW; h += p >> 32;
  store<u32>(r, <u32>l, 16); c = (l >> 32) + h;
  p = a0 * a5; l = p & LOW; h = p >> 32; p = a1 * a4; l += p & LOW; h += p >> 32;
  p = a2 * a3; l += p & LOW; h += p >> 32; l = (l << 1) + c; h <<= 1;
  store<u32>(r, <u32>l, 20); c = (l >> 32) + h;
  p = a0 * a6; l = p & LOW; h = p >> 32; p = a1 * a5; l += p & LOW; h += p >> 32;
  p = a2 * a4; l += p & LOW; h += p >> 32; l = (l << 1) + c; h <<= 1;
  p = a3 * a3; l += p & LOW; h += p >> 32; store<u32>(r, <u32>l, 24); c = (l >> 32) + h;
  p = a0 * a7; l = p & LOW; h = p >> 32; p = a1 * a6; l += p & LOW; h += p >> 32;
  p = a2 * a5; l += p & LOW; h += p >> 32; p = a3 * a4; l += p & LOW; h += p >> 32;
  l = (l << 1) + c; h <<= 1; store<u32>(r, <u32>l, 28);
}

/** Returns the upper half of the product of a number of 64 bits and one of 32. */
@inline function upperOf(a: u64, number: u64): u64 {
  return ((a >> 32) * number + (((a & LOW) * number) >> 32)) >> 32;
}

/**
 * Computes r = a times a number below 2^32, modulo 2^256. Only the carries of four sums depend on
 * each other.
 */
@inline export function multiplyNumber(r: usize, a: usize, number: u64): void {
  const a0 = load<u64>(a), a1 = load<u64>(a, 8), a2 = load<u64>(a, 16), a3 = load<u64>(a, 24);
  const p1 = a1 * number, p2 = a2 * number;
  // An upper half is below 2^32, so that a carry can be added to it.
  const r1 = p1 + upperOf(a0, number);
  const r2 = p2 + (upperOf(a1, number) + u64(r1 < p1));
  const r3 = a3 * number + (upperOf(a2, number) + u64(r2 < p2));
  store<u64>(r, a0 * number);
  store<u64>(r, r1, 8);
  store<u64>(r, r2, 16);
  store<u64>(r, r3, 24);
}

/** Computes r = a * b modulo 2^256 for numbers of any length. */
function multiplyAny(r: usize, a: usize, b: usize): void {
  if (isShort(b)) multiplyNumber(r, a, load<u64>(b));
  else if (isShort(a)) multiplyNumber(r, b, load<u64>(a));
  else multiplyLong(r, a, b);
}

/** Computes r = a * b modulo 2^256. */
@inline export function multiply(r: usize, a: usize, b: usize): void {
  const small = load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24) | load<u64>(b, 8) |
    load<u64>(b, 16) | load<u64>(b, 24) | ((load<u64>(a) | load<u64>(b)) >> 32);
  if (small == 0) {
    store<u64>(r, load<u64>(a) * load<u64>(b));
    store<u64>(r, 0, 8);
    store<u64>(r, 0, 16);
    store<u64>(r, 0, 24);
  } else multiplyAny(r, a, b);
}
