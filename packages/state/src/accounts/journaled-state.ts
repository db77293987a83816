/**
 * Accounts, storage and code while transactions change them: flat maps over a state root, an undo
 * log, and no hashing before the block ends. `@tandem/evm` executes on it.
 *
 * An account is known to exist, known to be absent (null), or not changed (not in the map). Storage
 * is separate from the accounts, so that a change of a balance cannot restore an old storage root.
 * Addresses and slots that are passed in must not be modified later: the key of the last one is
 * cached (`keepLastKey`).
 */

import type { EvmState } from "@tandem/evm";
import {
  type Account,
  emptyAccount,
  emptyBytes,
  fromKey,
  isEqual,
  keccak256,
  keepLastKey,
  padStart,
  type StateReader,
  type StateRoot,
  toKey,
  withoutLeadingZeros,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import { emptyStorageRootOf } from "./remote-state.js";
import type { StateCache } from "./state-cache.js";
import {
  type AccountDifference,
  applyDifferenceSteps,
  type HashedState,
  hashSlotsSteps,
} from "./state-difference.js";
import type { SlotValues, StateReads } from "./state-reads.js";
import { clearedReads, type Storage, slotsAt, slotsOf, storageOver } from "./storage-changes.js";
import { UndoLog } from "./undo-log.js";

/** The highest balance, in wei. */
const balanceMax = 2n ** 256n - 1n;

// All states share them: the next call reads the same addresses, and creating a function takes time.
const addressKey = keepLastKey(toKey);
const slotKey = keepLastKey(toKey);

export class JournaledState implements EvmState {
  readonly #facts: StateCache;
  /** Root of an empty storage; on a forked chain it hides the remote storage. */
  readonly emptyStorageRoot: Uint8Array;
  readonly #reads: StateReads;
  // Each of them is created when it is written to: most states are those of calls, which write nothing.
  #undo: UndoLog | undefined;
  #changed: Map<string, Account | null> | undefined;
  #storages: Map<string, Storage> | undefined;
  /** The values at the start of the transaction of slots that it wrote, by account and by slot. */
  #originals: Map<string, SlotValues> | undefined;
  #code: Map<string, Uint8Array> | undefined;
  #version: symbol | undefined;
  /** Is undefined after a change, until somebody asks. */
  #slotsVersion: symbol | undefined;

  /** Opens a state. @param root 32 bytes, of a state that the facts contain. */
  constructor(facts: StateCache, root: StateRoot) {
    this.#facts = facts;
    this.emptyStorageRoot = emptyStorageRootOf(facts);
    this.#reads = facts.readsAt(root);
    this.#version = facts.remote === undefined ? this.#reads.version : undefined;
    this.#slotsVersion = this.#version;
  }

  get version(): symbol | undefined {
    return this.#version;
  }

  get slotsVersion(): symbol | undefined {
    if (this.#facts.remote === undefined) this.#slotsVersion ??= Symbol("slots");
    return this.#slotsVersion;
  }

  get areSlotsOriginal(): boolean {
    return this.#originals === undefined;
  }

  get #undoLog(): UndoLog {
    this.#undo ??= new UndoLog();
    return this.#undo;
  }

  /** Changes an entry of a map that belongs to the state. */
  #set<Value>(map: Map<string, Value>, key: string, value: Value): void {
    this.#version = undefined;
    this.#undoLog.set(map, key, value);
  }

  /** Returns the account with its changes. Its `storageRoot` is the one below the changes. */
  account(address: Uint8Array): Account | undefined {
    return this.#account(addressKey(address), address) ?? undefined;
  }

  #account(key: string, address: Uint8Array): Account | null {
    const changed = this.#changed?.get(key);
    return changed === undefined ? this.#reads.account(address, key) : changed;
  }

  /**
   * Sets nonce, balance and code hash; storage does not change. A balance has 256 bits: fees that are
   * paid to an account with the highest one, which controls can set, leave it as it is.
   */
  putAccount(address: Uint8Array, account: Omit<Account, "storageRoot">): void {
    const key = addressKey(address);
    const storageRoot =
      this.#storages?.get(key)?.read.root ??
      this.#account(key, address)?.storageRoot ??
      this.emptyStorageRoot;
    const { nonce, codeHash } = account;
    const balance = account.balance > balanceMax ? balanceMax : account.balance;
    this.#setAccount(key, { nonce, balance, codeHash, storageRoot });
  }

  #setAccount(key: string, account: Account | null): void {
    this.#changed ??= new Map();
    this.#set(this.#changed, key, account);
  }

  /** Removes the account and its storage. */
  deleteAccount(address: Uint8Array): void {
    this.clearStorage(address);
    this.#setAccount(addressKey(address), null);
  }

  /**
   * Adds wei to an account: this chain pays to the coinbase what the EVM burns. Adding zero does
   * nothing, since a state has no empty accounts (EIP-161).
   */
  credit(address: Uint8Array, wei: bigint): void {
    if (wei === 0n) return;
    const { nonce, balance, codeHash } = this.account(address) ?? emptyAccount;
    this.putAccount(address, { nonce, balance: balance + wei, codeHash });
  }

  code(address: Uint8Array): Uint8Array {
    const account = this.account(address);
    if (account === undefined) return emptyBytes;
    return this.#code?.get(toKey(account.codeHash)) ?? this.#facts.code(account.codeHash);
  }

  putCode(address: Uint8Array, code: Uint8Array): void {
    const codeHash = keccak256(code);
    if (code.length > 0) {
      this.#code ??= new Map();
      this.#code.set(toKey(codeHash), code);
    }
    this.putAccount(address, { ...(this.account(address) ?? emptyAccount), codeHash });
  }

  /** Returns the storage of an account of which a slot is written. */
  #writtenStorage(key: string, address: Uint8Array): Storage {
    let storage = this.#storages?.get(key);
    if (storage === undefined) {
      storage = storageOver(this.#reads.slotsOf(key, address));
      this.#storages ??= new Map();
      this.#storages.set(key, storage);
    }
    return storage;
  }

  /**
   * Returns the value of a slot. @param slot 32 bytes. @returns the value without leading zeros.
   */
  slot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    const owner = addressKey(address);
    const key = slotKey(slot);
    const storage = this.#storages?.get(owner);
    const read = storage?.read ?? this.#reads.slotsOf(owner, address);
    const value = storage?.changed?.get(key) ?? read.values.get(key);
    return value ?? this.#reads.readSlot(read, key, slot, address);
  }

  /**
   * Sets the value of a slot. @param slot 32 bytes. @param value at most 32 bytes, leading zeros
   * allowed.
   */
  putSlot(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
    const account = addressKey(address);
    const key = slotKey(slot);
    const storage = this.#writtenStorage(account, address);
    this.#originals ??= new Map();
    const originals = slotsAt(this.#originals, account);
    if (!originals.has(key)) originals.set(key, this.slot(address, slot));
    storage.changed ??= new Map();
    this.#slotsVersion = undefined;
    // Copied, since the VM may pass a view of memory that it overwrites later.
    this.#set(storage.changed, key, withoutLeadingZeros(value));
  }

  /**
   * Returns the value at the start of the transaction, which the cost of SSTORE depends on
   * (EIP-2200).
   */
  originalSlot(address: Uint8Array, slot: Uint8Array, present?: Uint8Array): Uint8Array {
    const written = this.#originals?.get(addressKey(address))?.get(slotKey(slot));
    return written ?? present ?? this.slot(address, slot);
  }

  /** Makes the present values the originals of the next transaction. */
  forgetOriginals(): void {
    this.#originals = undefined;
  }

  /**
   * Computes the root of the account's storage with its changes. It hashes, so it is not for use
   * during an execution.
   */
  storageRoot(address: Uint8Array): Uint8Array {
    const storage = this.#storages?.get(addressKey(address));
    const root = storage?.read.root ?? (this.account(address) ?? emptyAccount).storageRoot;
    return runSync(hashSlotsSteps(this.#facts, root, slotsOf(storage))).root;
  }

  clearStorage(address: Uint8Array): void {
    const key = addressKey(address);
    const known = this.#storages?.get(key);
    const root =
      known?.read.root ?? this.#account(key, address)?.storageRoot ?? this.emptyStorageRoot;
    if (isEqual(root, this.emptyStorageRoot) && (known?.changed?.size ?? 0) === 0) return;
    this.#storages ??= new Map();
    this.#slotsVersion = undefined;
    this.#set(this.#storages, key, storageOver(clearedReads(this.emptyStorageRoot)));
  }

  checkpoint(): void {
    this.#undoLog.mark();
  }

  commit(): void {
    this.#undoLog.keep();
  }

  revert(): void {
    this.#slotsVersion = undefined;
    this.#undoLog.undoChanges();
  }

  /** Returns a reader of the accounts, which shows later changes. */
  reader(): StateReader {
    return {
      balanceOf: (address) => this.account(address)?.balance ?? 0n,
      nonceOf: (address) => this.account(address)?.nonce ?? 0n,
      codeOf: (address) => this.code(address),
      storageAt: (address, slot) => padStart(this.slot(address, slot), 32),
    };
  }

  /** Computes the new state root. It changes nothing; no checkpoint may be open. */
  hash(): HashedState {
    return runSync(this.hashSteps());
  }

  /** Computes the same in steps; nothing may be changed until it is done. */
  *hashSteps(): Generator<void, HashedState> {
    const difference = yield* this.#differenceSteps();
    return yield* applyDifferenceSteps(this.#facts, this.#reads, difference);
  }

  *#differenceSteps(): Generator<void, AccountDifference[]> {
    for (const [key, { changed, read }] of this.#storages ?? []) {
      if (this.#changed?.has(key)) continue;
      const account = this.#account(key, fromKey(key));
      const isCleared = !isEqual(read.root, account?.storageRoot ?? this.emptyStorageRoot);
      if (isCleared || (changed?.size ?? 0) > 0) {
        this.#changed ??= new Map();
        this.#changed.set(key, account);
      }
      yield;
    }
    const difference: AccountDifference[] = [];
    for (const [key, account] of this.#changed ?? []) {
      const address = fromKey(key);
      if (account === null) {
        difference.push({ address, account, slots: slotsOf(undefined), code: undefined });
        continue;
      }
      const storage = this.#storages?.get(key);
      difference.push({
        address,
        account: storage === undefined ? account : { ...account, storageRoot: storage.read.root },
        slots: slotsOf(storage),
        code: this.#code?.get(toKey(account.codeHash)),
      });
      yield;
    }
    return difference;
  }
}
