// Values that were read from the host, kept for the next executions on the same state: asking the host
// for a slot takes some twenty times as long. Two keys that share a place replace each other.
import {
  A_BALANCE, A_FLAGS, A_HASH, A_NONCE, ACCOUNT_PLACES, ACCOUNTS, EXISTED, HAS_STORAGE, S_ACCOUNT, S_INITIAL, S_ORIGINAL,
  S_VALUE, SLOT_PLACES, SLOTS, VALUES_END,
} from "./layout";
import { copy } from "./words/word";

const IN_USE: u64 = 0x8000000000000000;
const KEY: usize = 32;
const VALUE: usize = 64;
const NONCE: usize = 96;
const FLAGS: usize = 104;
const ACCOUNT_SIZE: usize = 128;
const SLOT_SIZE: usize = 96;

/** Whether the state of the execution is that of the kept values, and is read before it changes. */
let areAccountsKept = false;
let areSlotsKept = false;

/** @param isSame whether the accounts are those of the last execution that kept them. */
export function keepAccounts(isSame: bool): void {
  if (!isSame) memory.fill(ACCOUNTS, 0, SLOTS - ACCOUNTS);
  areAccountsKept = true;
}

/** @param isSame whether the slots are those that the last execution left that kept them. */
export function keepSlots(isSame: bool): void {
  if (!isSame) memory.fill(SLOTS, 0, VALUES_END - SLOTS);
  areSlotsKept = true;
}

export function resetValues(): void {
  areAccountsKept = false;
  areSlotsKept = false;
}

@inline function isOf(place: usize, address: usize): bool {
  return load<u64>(place, 24) == IN_USE && load<u64>(place) == load<u64>(address) &&
    load<u64>(place, 8) == load<u64>(address, 8) && load<u64>(place, 16) == load<u64>(address, 16);
}

@inline function own(place: usize, address: usize): void {
  copy(place, address);
  store<u64>(place, IN_USE, 24);
}

@inline function accountPlace(hash: u32): usize {
  return ACCOUNTS + <usize>(hash & (ACCOUNT_PLACES - 1)) * ACCOUNT_SIZE;
}

/** Writes the kept values of an account to its record. @returns false if there are none. */
export function recallAccount(account: usize, hash: u32): bool {
  const place = accountPlace(hash);
  if (!areAccountsKept || !isOf(place, account)) return false;
  copy(account + A_BALANCE, place + KEY);
  copy(account + A_HASH, place + VALUE);
  store<u64>(account, load<u64>(place, NONCE), A_NONCE);
  store<u32>(account, load<u32>(account, A_FLAGS) | load<u32>(place, FLAGS), A_FLAGS);
  return true;
}

export function keepAccount(account: usize, hash: u32): void {
  if (!areAccountsKept) return;
  const place = accountPlace(hash);
  own(place, account);
  copy(place + KEY, account + A_BALANCE);
  copy(place + VALUE, account + A_HASH);
  store<u64>(place, load<u64>(account, A_NONCE), NONCE);
  store<u32>(place, load<u32>(account, A_FLAGS) & (EXISTED | HAS_STORAGE), FLAGS);
}

@inline function slotPlace(hash: u32): usize {
  return SLOTS + <usize>(hash & (SLOT_PLACES - 1)) * SLOT_SIZE;
}

@inline function hasKey(place: usize, key: usize): bool {
  return load<u64>(place, KEY) == load<u64>(key) && load<u64>(place, KEY + 8) == load<u64>(key, 8) &&
    load<u64>(place, KEY + 16) == load<u64>(key, 16) && load<u64>(place, KEY + 24) == load<u64>(key, 24);
}

/** Writes the kept value of a slot to its record. @returns false if there is none. */
export function recallSlot(slot: usize, hash: u32): bool {
  const place = slotPlace(hash);
  if (!areSlotsKept || !isOf(place, <usize>load<u32>(slot, S_ACCOUNT)) || !hasKey(place, slot)) return false;
  copy(slot + S_VALUE, place + VALUE);
  copy(slot + S_ORIGINAL, place + VALUE);
  copy(slot + S_INITIAL, place + VALUE);
  return true;
}

export function keepSlot(slot: usize, hash: u32): void {
  if (!areSlotsKept) return;
  const place = slotPlace(hash);
  own(place, <usize>load<u32>(slot, S_ACCOUNT));
  copy(place + KEY, slot);
  copy(place + VALUE, slot + S_VALUE);
}
