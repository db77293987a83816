/**
 * Adapts an `EvmState`, which changes with each block or call, to the library's
 * StateManagerInterface. Accounts are copied in both directions, because the library modifies its
 * objects before it stores them, or without storing them.
 */
import type { AccountFields, StateManagerInterface } from "@ethereumjs/common";
import { Account as VmAccount, type Address as VmAddress } from "@ethereumjs/util";
import {
  type Account,
  emptyAccount,
  emptyCodeHash,
  emptyTrieRoot,
  isEqual,
} from "@tandem/primitives";
import type { EvmState, StateLoader } from "../environment/evm-state.js";
import type { YieldIfDue } from "../environment/slices.js";

const done: Promise<void> = Promise.resolve();

/**
 * Replaces the root of an empty storage by that of an empty trie: the library refuses a creation
 * with any other.
 */
const toVm = (account: Account, emptyRoot: Uint8Array) => {
  const { nonce, balance, storageRoot, codeHash } = account;
  const isEmpty = emptyRoot !== emptyTrieRoot && isEqual(storageRoot, emptyRoot);
  return new VmAccount(nonce, balance, isEmpty ? emptyTrieRoot : storageRoot, codeHash);
};

/** Observes every account and slot before it is read or written. */
export interface StateWatcher {
  onAccount?(address: Uint8Array): void;
  onSlot?(address: Uint8Array, slot: Uint8Array): void;
  /** Is called before the state changes. A promise that it returns is awaited first. */
  beforeChange?(): Promise<void> | undefined;
}

export class LibraryState implements StateManagerInterface {
  state: EvmState;
  watcher: StateWatcher | undefined;
  /**
   * An impersonated sender that may have code, which the library refuses (EIP-3607). The account
   * appears without code until the library has stored it with the next nonce, right before the
   * first frame.
   */
  codelessSender: Uint8Array | undefined;
  readonly #yieldIfDue: YieldIfDue;
  /** Loads the parts of a forked state before they are read; undefined if the state is complete. */
  readonly loader: StateLoader | undefined;

  readonly originalStorageCache = {
    get: async (address: VmAddress, key: Uint8Array) => {
      if (this.loader !== undefined) await this.loader.load(address.bytes, key);
      return this.state.originalSlot(address.bytes, key);
    },
    clear: () => this.state.forgetOriginals(),
  };

  constructor(state: EvmState, yieldIfDue: YieldIfDue, loader?: StateLoader) {
    this.loader = loader;
    this.state = state;
    this.#yieldIfDue = yieldIfDue;
  }

  async getAccount(address: VmAddress): Promise<VmAccount | undefined> {
    this.watcher?.onAccount?.(address.bytes);
    if (this.loader !== undefined) await this.loader.load(address.bytes);
    return this.accountNow(address);
  }

  /** Returns the account without loading it. */
  accountNow(address: VmAddress): VmAccount | undefined {
    const account = this.state.account(address.bytes);
    if (account === undefined) return undefined;
    const shown = this.#isCodeless(address) ? { ...account, codeHash: emptyCodeHash } : account;
    return toVm(shown, this.state.emptyStorageRoot);
  }

  putAccount(address: VmAddress, account?: VmAccount): Promise<void> {
    this.watcher?.onAccount?.(address.bytes);
    return this.#once(address, undefined, () => {
      if (account === undefined) this.state.deleteAccount(address.bytes);
      else if (this.#isCodeless(address)) this.#putSender(address.bytes, account);
      else this.state.putAccount(address.bytes, account);
    });
  }

  /** Changes the state once the account, and the slot, are loaded. */
  #once(address: VmAddress, slot: Uint8Array | undefined, change: () => void): Promise<void> {
    const loading = this.loader?.load(address.bytes, slot);
    if (loading !== undefined) return loading.then(() => this.#observed(change));
    return this.#observed(change);
  }

  /** Changes the state once the watcher has seen what precedes it. */
  #observed(change: () => void): Promise<void> {
    const seen = this.watcher?.beforeChange?.();
    if (seen !== undefined) return seen.then(change);
    change();
    return done;
  }

  #isCodeless(address: VmAddress): boolean {
    return this.codelessSender !== undefined && isEqual(this.codelessSender, address.bytes);
  }

  #putSender(address: Uint8Array, { nonce, balance }: VmAccount): void {
    const { codeHash, nonce: counted } = this.state.account(address) ?? emptyAccount;
    if (nonce > counted) this.codelessSender = undefined;
    this.state.putAccount(address, { nonce, balance, codeHash });
  }

  deleteAccount(address: VmAddress): Promise<void> {
    this.watcher?.onAccount?.(address.bytes);
    return this.#once(address, undefined, () => this.state.deleteAccount(address.bytes));
  }

  modifyAccountFields(address: VmAddress, fields: AccountFields): Promise<void> {
    this.watcher?.onAccount?.(address.bytes);
    return this.#observed(() => {
      const account = this.state.account(address.bytes) ?? emptyAccount;
      this.state.putAccount(address.bytes, {
        nonce: fields.nonce ?? account.nonce,
        balance: fields.balance ?? account.balance,
        codeHash: fields.codeHash ?? account.codeHash,
      });
    });
  }

  putCode(address: VmAddress, code: Uint8Array): Promise<void> {
    this.watcher?.onAccount?.(address.bytes);
    return this.#once(address, undefined, () => this.state.putCode(address.bytes, code));
  }

  async getCode(address: VmAddress): Promise<Uint8Array> {
    this.watcher?.onAccount?.(address.bytes);
    if (this.loader !== undefined) await this.loader.load(address.bytes);
    return this.state.code(address.bytes);
  }

  async getCodeSize(address: VmAddress): Promise<number> {
    this.watcher?.onAccount?.(address.bytes);
    if (this.loader !== undefined) await this.loader.load(address.bytes);
    return this.state.code(address.bytes).length;
  }

  async getStorage(address: VmAddress, key: Uint8Array): Promise<Uint8Array> {
    this.watcher?.onSlot?.(address.bytes, key);
    if (this.loader !== undefined) await this.loader.load(address.bytes, key);
    return this.state.slot(address.bytes, key);
  }

  putStorage(address: VmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.watcher?.onSlot?.(address.bytes, key);
    return this.#once(address, key, () => this.state.putSlot(address.bytes, key, value));
  }

  clearStorage(address: VmAddress): Promise<void> {
    return this.#once(address, undefined, () => this.state.clearStorage(address.bytes));
  }

  async checkpoint(): Promise<void> {
    const pause = this.#yieldIfDue();
    if (pause !== undefined) await pause;
    this.state.checkpoint();
  }

  commit(): Promise<void> {
    this.state.commit();
    return done;
  }

  revert(): Promise<void> {
    return this.#observed(() => this.state.revert());
  }

  getStateRoot(): Promise<Uint8Array> {
    throw new Error("the root is computed when the block ends");
  }

  setStateRoot(): Promise<void> {
    throw new Error("a state is opened at its root and stays there");
  }

  async hasStateRoot(): Promise<boolean> {
    return false;
  }

  clearCaches(): void {}

  shallowCopy(): StateManagerInterface {
    throw new Error("a state is not shared: open another one at the same root");
  }
}
