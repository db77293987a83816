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
import { createSightings, firstHash, hashBytes } from "@tandem/runtime";
import {
  accountsReadMax,
  slotsCopiedMax,
  slotsReadMax,
  slotsSeenMax,
  statesMadeMax,
  statesReadMax,
} from "../limits.js";
import { decodeAccount } from "../trie/account-record.js";
import { readTrie } from "../trie/read-trie.js";
import { clearedKey, emptyStorageRootOf, removedAccount } from "./remote-state.js";
import type { StateFacts } from "./state-facts.js";

/** Returns an account, or undefined. @param address 20 bytes. */
export function accountAt(
  facts: StateFacts,
  root: StateRoot,
  address: Uint8Array,
): Account | undefined {
  const bytes = readTrie(facts, root, rememberedKeccak256(address));
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

/** The slots of an account that were read. */
export interface SlotReads {
  /** The root of the account's storage. */
  readonly root: Uint8Array;
  readonly values: SlotValues;
  /** Values of the state before, which hold for slots that `values` does not have. */
  readonly former: ReadonlyMap<string, Uint8Array> | undefined;
}

/** An account after a block that changed it. */
export interface ChangedAccount {
  /** The account with its new storage root; null if it was removed. */
  readonly account: Account | null;
  /** The changed slots. */
  readonly slots: SlotValues;
  /** Whether slots that did not change have no value any more. */
  readonly isCleared: boolean;
}

/** The accounts that a block changed, by `toKey` of their addresses. */
export type ChangedAccounts = ReadonlyMap<string, ChangedAccount>;

/** The reads of a state, and the accounts that a block then changed. */
interface Former {
  readonly accounts: ReadonlyMap<string, Account | null>;
  readonly storages: ReadonlyMap<string, SlotReads>;
  readonly changed: ChangedAccounts;
}

const addressKey = keepLastKey(toKey);

/** The slots that were read lately, of any account and state. */
const slotsSeen = createSightings(slotsSeenMax);

/** The methods throw a {Fault} `corrupt-data` when the state is not in the database. */
export class StateReads implements StateReader {
  readonly #facts: StateFacts;
  readonly root: StateRoot;
  readonly #former: Former | undefined;
  readonly #accounts = new Map<string, Account | null>();
  readonly #storages = new Map<string, SlotReads>();
  #slots = 0;
  /** Identifies the values of this state. */
  readonly version = Symbol("state");

  /** @param former of a state from which this one was computed. */
  constructor(facts: StateFacts, root: StateRoot, former?: Former) {
    this.#facts = facts;
    this.root = root;
    this.#former = former;
  }

  /** Returns what was read, for a state that has these accounts in place of the own ones. */
  formerOf(changed: ChangedAccounts): Former {
    return { accounts: this.#accounts, storages: this.#storages, changed };
  }

  /** Returns an account, or null. @param key what `toKey` returns for the address. */
  account(address: Uint8Array, key = addressKey(address)): Account | null {
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    if (this.#accounts.size >= accountsReadMax) this.#accounts.clear();
    let found = this.#formerAccount(key);
    if (found === undefined) found = accountAt(this.#facts, this.root, address) ?? null;
    this.#accounts.set(key, found);
    return found;
  }

  /** Returns an account, or null, as it is known from the state before; undefined if it must be read. */
  #formerAccount(key: string): Account | null | undefined {
    if (this.#former === undefined) return undefined;
    const { accounts, changed } = this.#former;
    const after = changed.get(key);
    return after === undefined ? accounts.get(key) : after.account;
  }

  /** Returns the slots of an account that were read. @param key `toKey` of its address. */
  slotsOf(key: string, address: Uint8Array): SlotReads {
    let slots = this.#storages.get(key);
    if (slots === undefined) {
      const root = this.account(address, key)?.storageRoot ?? emptyStorageRootOf(this.#facts);
      slots = this.#formerSlots(key, root);
      this.#storages.set(key, slots);
      this.#countSlots(slots.values.size);
    }
    return slots;
  }

  /** Returns the slots of an account that are known from the state before. */
  #formerSlots(key: string, root: Uint8Array): SlotReads {
    const changed = this.#former?.changed.get(key);
    if (changed !== undefined && changed.slots.size > slotsCopiedMax) {
      return { root, values: new Map(), former: changed.slots };
    }
    const former = changed?.isCleared ? undefined : this.#former?.storages.get(key)?.values;
    return { root, values: new Map(changed?.slots), former };
  }

  /**
   * Returns the value of a slot that `values` does not have. It is cached if the slot comes again: most slots of calls
   * do not, and an entry costs more than reading the trie, since the collector copies it several times.
   * @param reads what `slotsOf` returned.
   */
  readSlot(
    { root, values, former }: SlotReads,
    key: string,
    slot: Uint8Array,
    address: Uint8Array,
  ): Uint8Array {
    const before = former?.get(key);
    const value = before ?? slotAt(this.#facts, root, slot, address);
    if (before !== undefined || slotsSeen.isRepeated(hashBytes(firstHash, slot))) {
      values.set(key, value);
      this.#countSlots(1);
    }
    return value;
  }

  #countSlots(added: number): void {
    this.#slots += added;
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

/** The reads of states. */
export interface ReadsCache {
  /** Returns the reads of a root; those of the newest roots are cached. */
  readsAt(root: StateRoot): StateReads;
  /** Lets the reads of a state begin with those of the state from which a block made it. */
  follow(before: StateReads, after: StateRoot, changed: ChangedAccounts): void;
}

export function cacheReads(facts: StateFacts): ReadsCache {
  const kept = new Map<string, StateReads>();
  /** The reads with which states begin that nobody has read yet. */
  const formers = new Map<string, Former>();
  /**
   * The last root is compared by identity, since most reads are of the head, whose root is the same
   * object.
   */
  let last: { readonly root: StateRoot; readonly reads: StateReads } | undefined;

  function find(root: StateRoot): StateReads {
    const key = toKey(root);
    const reads = kept.get(key) ?? new StateReads(facts, root, formers.get(key));
    formers.delete(key);
    keepNewest(kept, statesReadMax, key, reads);
    return reads;
  }

  return {
    readsAt(root) {
      if (last?.root !== root) last = { root, reads: find(root) };
      return last.reads;
    },
    follow(before, after, changed) {
      keepNewest(formers, statesMadeMax, toKey(after), before.formerOf(changed));
    },
  };
}

/** Sets an entry as the newest one, and removes the oldest beyond a limit. */
function keepNewest<Value>(kept: Map<string, Value>, max: number, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next();
  if (kept.size > max && !oldest.done) kept.delete(oldest.value);
}
