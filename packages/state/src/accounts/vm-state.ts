/**
 * The face of a state the VM works on: @ethereumjs' StateManagerInterface over a `JournaledState`
 * that is exchanged for each block or call. Accounts go in and out as copies, because the VM
 * changes the ones it holds before it puts them back, or never does.
 */
import type { AccountFields, StateManagerInterface } from "@ethereumjs/common";
import { Account as VmAccount, type Address as VmAddress } from "@ethereumjs/util";
import { type Account, emptyTrieRoot, isEqual } from "@tandem/primitives";
import { emptyAccount } from "../trie/account-record.js";
import type { JournaledState } from "./journaled-state.js";
import { clearedRoot, type RemoteState } from "./remote-state.js";
import { emptyCodeHash } from "./state-cache.js";

const done: Promise<void> = Promise.resolve();

/** A storage nothing is in has the empty root for the VM, which refuses creation over any other. */
const toVm = ({ nonce, balance, storageRoot, codeHash }: Account) =>
  new VmAccount(
    nonce,
    balance,
    storageRoot === clearedRoot || isEqual(storageRoot, clearedRoot) ? emptyTrieRoot : storageRoot,
    codeHash,
  );

/** Called at every message; may throw to end the execution, or ask for a pause. */
export type OnMessage = () => Promise<void> | undefined;

/** Told of every account and slot before it is read or written. */
export interface StateWatcher {
  onAccount(address: Uint8Array): void;
  onSlot(address: Uint8Array, slot: Uint8Array): void;
}

export class VmState implements StateManagerInterface {
  state: JournaledState;
  watcher: StateWatcher | undefined;
  /**
   * A sender that may have code, which the VM refuses (EIP-3607): until the VM has put the account
   * with the nonce counted, right before the first frame, it is shown one without.
   */
  codelessSender: Uint8Array | undefined;
  readonly #onMessage: OnMessage;
  /** Brings what is behind the state before it is read; undefined where nothing is. */
  readonly #remote: RemoteState | undefined;

  readonly originalStorageCache = {
    get: async (address: VmAddress, key: Uint8Array) => {
      if (this.#remote !== undefined) await this.#remote.load(address.bytes, key);
      return this.state.originalSlot(address.bytes, key);
    },
    clear: () => this.state.forgetOriginals(),
  };

  constructor(state: JournaledState, onMessage: OnMessage, remote?: RemoteState) {
    this.#remote = remote;
    this.state = state;
    this.#onMessage = onMessage;
  }

  /** Whether all there is can be read at once, and nobody is told of it. */
  get isDirect(): boolean {
    return this.#remote === undefined && this.watcher === undefined;
  }

  async getAccount(address: VmAddress): Promise<VmAccount | undefined> {
    this.watcher?.onAccount(address.bytes);
    if (this.#remote !== undefined) await this.#remote.load(address.bytes);
    return this.accountNow(address);
  }

  /** As it is here, whatever may be behind it. */
  accountNow(address: VmAddress): VmAccount | undefined {
    const account = this.state.account(address.bytes);
    if (account === undefined) return undefined;
    return toVm(this.#isCodeless(address) ? { ...account, codeHash: emptyCodeHash } : account);
  }

  putAccount(address: VmAddress, account?: VmAccount): Promise<void> {
    this.watcher?.onAccount(address.bytes);
    return this.#once(address, undefined, () => {
      if (account === undefined) this.state.deleteAccount(address.bytes);
      else if (this.#isCodeless(address)) this.#putSender(address.bytes, account);
      else this.state.putAccount(address.bytes, account);
    });
  }

  /** Changes the state, once what is behind what is changed is here. */
  #once(address: VmAddress, slot: Uint8Array | undefined, change: () => void): Promise<void> {
    const loading = this.#remote?.load(address.bytes, slot);
    if (loading !== undefined) return loading.then(change);
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
    this.watcher?.onAccount(address.bytes);
    return this.#once(address, undefined, () => this.state.deleteAccount(address.bytes));
  }

  modifyAccountFields(address: VmAddress, fields: AccountFields): Promise<void> {
    this.watcher?.onAccount(address.bytes);
    const account = this.state.account(address.bytes) ?? emptyAccount;
    this.state.putAccount(address.bytes, {
      nonce: fields.nonce ?? account.nonce,
      balance: fields.balance ?? account.balance,
      codeHash: fields.codeHash ?? account.codeHash,
    });
    return done;
  }

  putCode(address: VmAddress, code: Uint8Array): Promise<void> {
    this.watcher?.onAccount(address.bytes);
    return this.#once(address, undefined, () => this.state.putCode(address.bytes, code));
  }

  async getCode(address: VmAddress): Promise<Uint8Array> {
    this.watcher?.onAccount(address.bytes);
    if (this.#remote !== undefined) await this.#remote.load(address.bytes);
    return this.state.code(address.bytes);
  }

  async getCodeSize(address: VmAddress): Promise<number> {
    this.watcher?.onAccount(address.bytes);
    if (this.#remote !== undefined) await this.#remote.load(address.bytes);
    return this.state.code(address.bytes).length;
  }

  async getStorage(address: VmAddress, key: Uint8Array): Promise<Uint8Array> {
    this.watcher?.onSlot(address.bytes, key);
    if (this.#remote !== undefined) await this.#remote.load(address.bytes, key);
    return this.state.slot(address.bytes, key);
  }

  putStorage(address: VmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.watcher?.onSlot(address.bytes, key);
    return this.#once(address, key, () => this.state.putSlot(address.bytes, key, value));
  }

  clearStorage(address: VmAddress): Promise<void> {
    return this.#once(address, undefined, () => this.state.clearStorage(address.bytes));
  }

  async checkpoint(): Promise<void> {
    const pause = this.#onMessage();
    if (pause !== undefined) await pause;
    this.state.checkpoint();
  }

  commit(): Promise<void> {
    this.state.commit();
    return done;
  }

  revert(): Promise<void> {
    this.state.revert();
    return done;
  }

  async getStateRoot(): Promise<Uint8Array> {
    return this.state.hash().stateRoot;
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
