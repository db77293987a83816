// Storage and transient storage: EIP-2200 with the prices of EIP-2929 and EIP-3529, and EIP-1153.
import {
  CREATED, LOADED, OUT_OF_GAS, REFUND_EXHAUSTED, S_FLAGS, S_INITIAL, S_ORIGINAL, S_VALUE, A_FLAGS, WARM, WRITE_PROTECTION,
} from "./layout";
import { frameNumber, gas, isStatic, pay, refund, self, setRefund, setSp, sp } from "./machine";
import { fetchSlot, findSlot, STORAGE, TRANSIENT } from "./tables";
import { warmSlot, noteSlot } from "./undo";
import { copy, isEqual, isZero, set } from "./words/word";

const COLD: i64 = 2100;
const SENTRY: i64 = 2300;
const CLEARED: i64 = 4800;

/**
 * Loads the values of a slot. An account that is being created has only those that it has written.
 */
function ensureValue(slot: usize): void {
  if ((load<u32>(slot, S_FLAGS) & LOADED) != 0) return;
  if ((load<u32>(self, A_FLAGS) & CREATED) == 0) return fetchSlot(slot);
  set(slot + S_VALUE, 0);
  set(slot + S_ORIGINAL, 0);
  set(slot + S_INITIAL, 0);
  store<u32>(slot, load<u32>(slot, S_FLAGS) | LOADED, S_FLAGS);
}

@inline export function sload(): i32 {
  const slot = findSlot(self, sp - 32, STORAGE);
  if ((load<u32>(slot, S_FLAGS) & WARM) != 0) {
    if (!pay(100)) return OUT_OF_GAS;
  } else {
    warmSlot(slot);
    if (!pay(COLD)) return OUT_OF_GAS;
  }
  ensureValue(slot);
  copy(sp - 32, slot + S_VALUE);
  return 0;
}

/** Returns the price of a change of the slot's value without that of a cold access. */
function changePrice(value: usize, original: usize, present: usize): i64 {
  if (!isEqual(original, present)) return 100;
  if (isZero(original)) return 20000;
  if (isZero(value)) setRefund(refund + CLEARED);
  return 2900;
}

/**
 * Computes the refunds of a slot that was changed before in the same execution. It is warm: an execution begins with
 * the original values, and a frame that fails undoes a change together with the access.
 */
function refundDirty(value: usize, original: usize, present: usize): void {
  if (!isZero(original)) {
    if (isZero(present)) setRefund(refund - CLEARED);
    else if (isZero(value)) setRefund(refund + CLEARED);
  }
  if (!isEqual(original, value)) return;
  setRefund(refund + (isZero(original) ? 19900 : 2800));
}

@inline export function sstore(): i32 {
  if (isStatic) return WRITE_PROTECTION;
  if (gas <= SENTRY) return OUT_OF_GAS;
  const value = sp - 64;
  const slot = findSlot(self, sp - 32, STORAGE);
  ensureValue(slot);
  const present = slot + S_VALUE, original = slot + S_ORIGINAL;
  const isSame = isEqual(present, value);
  const isClean = isEqual(original, present);
  let price: i64 = isSame ? 100 : changePrice(value, original, present);
  if (!isSame && !isClean) refundDirty(value, original, present);
  if (refund < 0) return REFUND_EXHAUSTED;
  if ((load<u32>(slot, S_FLAGS) & WARM) == 0) {
    price += COLD;
    warmSlot(slot);
  }
  if (!pay(price)) return OUT_OF_GAS;
  if (!isSame) {
    noteSlot(slot, frameNumber);
    copy(present, value);
  }
  setSp(sp - 64);
  return 0;
}

export function tload(): void {
  copy(sp - 32, findSlot(self, sp - 32, TRANSIENT) + S_VALUE);
}

export function tstore(): i32 {
  if (isStatic) return WRITE_PROTECTION;
  const slot = findSlot(self, sp - 32, TRANSIENT);
  noteSlot(slot, frameNumber);
  copy(slot + S_VALUE, sp - 64);
  setSp(sp - 64);
  return 0;
}
