// Sums and products modulo a word, which have up to 512 bits before.
import { PRODUCT } from "../layout";
import { hasReciprocal, reduce } from "./barrett";
import { divideLimbs } from "./divide";
import { multiplyWide } from "./multiply";
import { add, copy, isLess, isZero, set } from "./word";

export function addModulo(r: usize, a: usize, b: usize, m: usize): void {
  if (isZero(m)) return set(r, 0);
  const carry = add(PRODUCT, a, b);
  set(PRODUCT + 32, carry);
  if (carry == 0 && isLess(PRODUCT, m)) return copy(r, PRODUCT);
  divideLimbs(9, m, false);
  copy(r, PRODUCT);
}

export function multiplyModulo(r: usize, a: usize, b: usize, m: usize): void {
  if (isZero(m)) return set(r, 0);
  multiplyWide(a, b);
  if (hasReciprocal(m)) reduce();
  else {
    store<u64>(PRODUCT, 0, 64);
    divideLimbs(16, m, false);
  }
  copy(r, PRODUCT);
}
