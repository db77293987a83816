/**
 * Reads accounts, code and storage at one state root, and caches them: a state never changes, and
 * wallets, calls and blocks read the same few.
 */
import { RLP } from "@ethereumjs/rlp";
import {
  type Account,
  emptyBytes,
  emptyTrieRoot,
  isEqual,
  keepLastKey,
  padStart,
  rememberedKeccak256,
  type StateReader,
  type StateRoot,
  toKey,
} from "@tandem/primitives";
import { accountsReadMax, slotsReadMax, statesReadMax } from "../limits.js";
import { decodeAccount } from "../trie/account-record.js";
import { readTrie } from "../trie/read-trie.js";
import { clearedKey, removedAccount } from "./remote-state.js";
import type { StateFacts } from "./state-cache.js";

/**
 * Returns an account, or undefined.
 * @param address 20 bytes. @param key what `toKey` returns for it, if the caller has it.
 */
export function accountAt(
  facts: StateFacts,
  root: StateRoot,
  address: Uint8Array,
  key?: string,
): Account | undefined {
  const bytes = readTrie(facts, root, rememberedKeccak256(address, key));
  if (bytes === undefined) return facts.remote?.account(address);
  return bytes.length === removedAccount.length ? undefined : decodeAccount(bytes);
}

/**
 * Returns the value of a slot. @param slot 32 bytes. @param address the owner, for reading the
 * remote state.
 * @returns the value without leading zeros.
 */
export function slotAt(
  facts: StateFacts,
  storageRoot: Uint8Array,
  slot: Uint8Array,
  address: Uint8Array,
): Uint8Array {
  const isEmpty = isEqual(storageRoot, emptyTrieRoot);
  const bytes = isEmpty ? undefined : readTrie(facts, storageRoot, rememberedKeccak256(slot));
  if (bytes !== undefined) return RLP.decode(bytes) as Uint8Array;
  if (facts.remote === undefined) return emptyBytes;
  const isCleared = !isEmpty && readTrie(facts, storageRoot, clearedKey) !== undefined;
  return isCleared ? emptyBytes : facts.remote.slot(address, slot);
}

/** The values of slots, without leading zeros, by `toKey` of the slot. */
export type SlotValues = Map<string, Uint8Array>;

/** The methods throw a {Fault} `corrupt-data` when the state is not in the database. */
export class StateReads implements StateReader {
  readonly #facts: StateFacts;
  readonly #root: StateRoot;
  readonly #accounts = new Map<string, Account | null>();
  readonly #storages = new Map<string, SlotValues>();
  #slots = 0;
  /** Identifies the values of this state. */
  readonly version = Symbol("state");
  readonly #addressKey = keepLastKey(toKey);

  constructor(facts: StateFacts, root: StateRoot) {
    this.#facts = facts;
    this.#root = root;
  }

  /** Returns an account, or null. @param key what `toKey` returns for the address. */
  account(address: Uint8Array, key = this.#addressKey(address)): Account | null {
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    if (this.#accounts.size >= accountsReadMax) this.#accounts.clear();
    const found = accountAt(this.#facts, this.#root, address, key) ?? null;
    this.#accounts.set(key, found);
    return found;
  }

  /** Returns the slots of an account that were read. @param key `toKey` of its address. */
  slotsOf(key: string): SlotValues {
    let slots = this.#storages.get(key);
    if (slots === undefined) {
      slots = new Map();
      this.#storages.set(key, slots);
    }
    return slots;
  }

  /** Caches the value of a slot that was read. @param slots what `slotsOf` returned. */
  keepSlot(slots: SlotValues, key: string, value: Uint8Array): void {
    slots.set(key, value);
    this.#slots++;
    if (this.#slots < slotsReadMax) return;
    this.#storages.clear();
    this.#slots = 0;
  }

  balanceOf(address: Uint8Array): bigint {
    return this.account(address)?.balance ?? 0n;
  }

  nonceOf(address: Uint8Array): bigint {
    return this.account(address)?.nonce ?? 0n;
  }

  codeOf(address: Uint8Array): Uint8Array {
    const found = this.account(address);
    return found === null ? emptyBytes : this.#facts.code(found.codeHash);
  }

  storageAt(address: Uint8Array, slot: Uint8Array): Uint8Array {
    const found = this.account(address);
    if (found === null) return padStart(emptyBytes, 32);
    return padStart(slotAt(this.#facts, found.storageRoot, slot, address), 32);
  }
}

/** Returns a function that returns the reads of a root; those of the newest roots are cached. */
export function cacheReads(facts: StateFacts): (root: StateRoot) => StateReads {
  const kept = new Map<string, StateReads>();
  /**
   * The last root is compared by identity, since most reads are of the head, whose root is the same
   * object.
   */
  let last: { readonly root: StateRoot; readonly reads: StateReads } | undefined;
  return (root) => {
    if (last?.root !== root) last = { root, reads: find(root) };
    return last.reads;
  };

  function find(root: StateRoot): StateReads {
    const key = toKey(root);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reads = new StateReads(facts, root);
    kept.set(key, reads);
    const oldest = kept.keys().next();
    if (kept.size > statesReadMax && !oldest.done) kept.delete(oldest.value);
    return reads;
  }
}
