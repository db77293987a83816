// Accounts and slots that an execution has accessed, found by a hash with secret seeds, since
// contracts can choose their keys.
import {
  A_CHAIN, A_EARLIER, A_FLAGS, A_HASH, A_PRECOMPILE, A_SIZE, EMPTY_HASH, EXISTED, HAND, HAND2, IS_PRECOMPILE, LOADED, PRECOMPILES,
  S_ACCOUNT, S_CHAIN, S_EARLIER, S_FLAGS, S_INITIAL, S_KIND, S_NOTED, S_SIZE, S_VALUE, SEEDS,
} from "./layout";
import { allocate } from "./heap";
import { loadAccount, loadSlot } from "./host";
import { keepAccount, keepSlot, recallAccount, recallSlot } from "./values";
import { copy, isEqual, set, turn } from "./words/word";

const FIRST_BUCKETS: u32 = 256;

let accountBuckets: usize = 0;
let accountMask: u32 = 0;
let accountCount: u32 = 0;
/** The account that was found last, the head of the list of all. */
export let lastAccount: usize = 0;

let slotBuckets: usize = 0;
let slotMask: u32 = 0;
let slotCount: u32 = 0;
export let lastSlot: usize = 0;

/** The kinds of slots. */
export const STORAGE: u32 = 0;
export const TRANSIENT: u32 = 1;

function newBuckets(count: u32): usize {
  const buckets = allocate(<usize>count << 2);
  memory.fill(buckets, 0, <usize>count << 2);
  return buckets;
}

export function resetTables(): void {
  accountMask = FIRST_BUCKETS - 1;
  accountBuckets = newBuckets(FIRST_BUCKETS);
  accountCount = 0;
  lastAccount = 0;
  slotMask = FIRST_BUCKETS - 1;
  slotBuckets = newBuckets(FIRST_BUCKETS);
  slotCount = 0;
  lastSlot = 0;
}

/**
 * Computes a step of multilinear hashing of 32-bit halves: two keys collide as rarely as random
 * ones, whoever chose them.
 */
@inline function mix(at: usize, halves: u64): u64 {
  return (halves & 0xffffffff) * load<u64>(SEEDS + at) + (halves >> 32) * load<u64>(SEEDS + at, 8);
}

@inline export function hashOf(key: usize, owner: u32): u32 {
  const sum = mix(0, load<u64>(key)) + mix(16, load<u64>(key, 8)) + mix(32, load<u64>(key, 16)) +
    mix(48, load<u64>(key, 24)) + <u64>owner * load<u64>(SEEDS, 64) + load<u64>(SEEDS, 72);
  return <u32>(sum >> 32);
}

@inline function hashOfAddress(key: usize): u32 {
  const sum = mix(80, load<u64>(key)) + mix(96, load<u64>(key, 8)) +
    <u64>load<u32>(key, 16) * load<u64>(SEEDS, 112) + load<u64>(SEEDS, 120);
  return <u32>(sum >> 32);
}

function widenAccounts(): void {
  accountMask = (accountMask << 1) | 1;
  accountBuckets = newBuckets(accountMask + 1);
  for (let one = lastAccount; one != 0; one = <usize>load<u32>(one, A_EARLIER)) {
    const bucket = accountBuckets + (<usize>(hashOfAddress(one) & accountMask) << 2);
    store<u32>(one, load<u32>(bucket), A_CHAIN);
    store<u32>(bucket, <u32>one);
  }
}

function widenSlots(): void {
  slotMask = (slotMask << 1) | 1;
  slotBuckets = newBuckets(slotMask + 1);
  for (let one = lastSlot; one != 0; one = <usize>load<u32>(one, S_EARLIER)) {
    const owner = load<u32>(one, S_ACCOUNT) ^ load<u32>(one, S_KIND);
    const bucket = slotBuckets + (<usize>(hashOf(one, owner) & slotMask) << 2);
    store<u32>(one, load<u32>(bucket), S_CHAIN);
    store<u32>(bucket, <u32>one);
  }
}

function newAccount(word: usize): usize {
  if (accountCount > accountMask) widenAccounts();
  const account = allocate(A_SIZE);
  memory.fill(account, 0, A_SIZE);
  store<u64>(account, load<u64>(word));
  store<u64>(account, load<u64>(word, 8), 8);
  store<u64>(account, <u64>load<u32>(word, 16), 16);
  const number = load<u64>(account);
  if ((load<u64>(account, 8) | load<u64>(account, 16)) == 0 && number < 512) {
    if (((load<u8>(PRECOMPILES + <usize>(number >> 3)) >> <u8>(number & 7)) & 1) != 0) {
      store<u32>(account, IS_PRECOMPILE, A_FLAGS);
      store<u32>(account, <u32>number, A_PRECOMPILE);
    }
  }
  const bucket = accountBuckets + (<usize>(hashOfAddress(account) & accountMask) << 2);
  store<u32>(account, load<u32>(bucket), A_CHAIN);
  store<u32>(bucket, <u32>account);
  store<u32>(account, <u32>lastAccount, A_EARLIER);
  accountCount++;
  lastAccount = account;
  return account;
}

/** Returns the account whose address is the low 20 bytes of the word; it may not be loaded yet. */
@inline export function findAccount(word: usize): usize {
  const w0 = load<u64>(word), w1 = load<u64>(word, 8), w2 = <u64>load<u32>(word, 16);
  let account = <usize>load<u32>(accountBuckets + (<usize>(hashOfAddress(word) & accountMask) << 2));
  while (account != 0) {
    if (load<u64>(account) == w0 && load<u64>(account, 8) == w1 && load<u64>(account, 16) == w2) {
      return account;
    }
    account = <usize>load<u32>(account, A_CHAIN);
  }
  return newAccount(word);
}

/** Loads balance, nonce and code hash unless they are loaded. */
@inline export function ensureLoaded(account: usize): void {
  if ((load<u32>(account, A_FLAGS) & LOADED) == 0) fetchAccount(account);
}

function fetchAccount(account: usize): void {
  const hash = hashOfAddress(account);
  if (!recallAccount(account, hash)) {
    turn(HAND, account);
    loadAccount(account);
    if ((load<u32>(account, A_FLAGS) & EXISTED) == 0) copy(account + A_HASH, EMPTY_HASH);
    keepAccount(account, hash);
  }
  store<u32>(account, load<u32>(account, A_FLAGS) | LOADED, A_FLAGS);
}

/** Finds a slot of an account; a new one has no value yet. */
export function findSlot(account: usize, key: usize, kind: u32): usize {
  const owner = <u32>account ^ kind;
  const w0 = load<u64>(key), w1 = load<u64>(key, 8), w2 = load<u64>(key, 16), w3 = load<u64>(key, 24);
  let slot = <usize>load<u32>(slotBuckets + (<usize>(hashOf(key, owner) & slotMask) << 2));
  while (slot != 0) {
    if (
      load<u64>(slot) == w0 && load<u64>(slot, 8) == w1 && load<u64>(slot, 16) == w2 && load<u64>(slot, 24) == w3 &&
      load<u32>(slot, S_ACCOUNT) == <u32>account && load<u32>(slot, S_KIND) == kind
    ) return slot;
    slot = <usize>load<u32>(slot, S_CHAIN);
  }
  if (slotCount > slotMask) widenSlots();
  slot = allocate(S_SIZE);
  copy(slot, key);
  set(slot + S_VALUE, 0);
  store<u32>(slot, <u32>account, S_ACCOUNT);
  store<u32>(slot, 0, S_FLAGS);
  store<u32>(slot, 0, S_NOTED);
  store<u32>(slot, kind, S_KIND);
  const bucket = slotBuckets + (<usize>(hashOf(slot, owner) & slotMask) << 2);
  store<u32>(slot, load<u32>(bucket), S_CHAIN);
  store<u32>(bucket, <u32>slot);
  store<u32>(slot, <u32>lastSlot, S_EARLIER);
  slotCount++;
  lastSlot = slot;
  return slot;
}

/** Returns the hash by which values of a slot are kept, which does not depend on where its account is. */
@inline function lastingHash(slot: usize): u32 {
  const account = <usize>load<u32>(slot, S_ACCOUNT);
  return hashOf(slot, load<u32>(account) ^ load<u32>(account, 12));
}

/** Keeps the values of slots that the execution changed, for the next one. */
export function keepChangedSlots(): void {
  for (let slot = lastSlot; slot != 0; slot = <usize>load<u32>(slot, S_EARLIER)) {
    const isLoaded = (load<u32>(slot, S_FLAGS) & LOADED) != 0 && load<u32>(slot, S_KIND) == STORAGE;
    if (isLoaded && !isEqual(slot + S_VALUE, slot + S_INITIAL)) keepSlot(slot, lastingHash(slot));
  }
}

/** Reads the values of a slot. */
export function fetchSlot(slot: usize): void {
  const account = <usize>load<u32>(slot, S_ACCOUNT);
  const hash = lastingHash(slot);
  if (!recallSlot(slot, hash)) {
    turn(HAND, account);
    turn(HAND2, slot);
    loadSlot(slot);
    keepSlot(slot, hash);
  }
  store<u32>(slot, load<u32>(slot, S_FLAGS) | LOADED, S_FLAGS);
}
