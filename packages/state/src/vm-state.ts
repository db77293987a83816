/**
 * The face of a state the VM works on: @ethereumjs' StateManagerInterface over a `JournaledState`
 * that is exchanged for each block or call. Accounts go in and out as copies, because the VM
 * changes the ones it holds before it puts them back, or never does.
 */
import type { AccountFields, StateManagerInterface } from "@ethereumjs/common";
import { Account as VmAccount, type Address as VmAddress } from "@ethereumjs/util";
import type { Account } from "@tandem/primitives";
import { emptyAccount } from "./account-record.js";
import type { JournaledState } from "./journaled-state.js";

const done: Promise<void> = Promise.resolve();

const toVm = (account: Account) =>
  new VmAccount(account.nonce, account.balance, account.storageRoot, account.codeHash);

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
  readonly #onMessage: OnMessage;

  readonly originalStorageCache = {
    get: async (address: VmAddress, key: Uint8Array) => this.state.originalSlot(address.bytes, key),
    clear: () => this.state.forgetOriginals(),
  };

  constructor(state: JournaledState, onMessage: OnMessage) {
    this.state = state;
    this.#onMessage = onMessage;
  }

  async getAccount(address: VmAddress): Promise<VmAccount | undefined> {
    this.watcher?.onAccount(address.bytes);
    const account = this.state.account(address.bytes);
    return account === undefined ? undefined : toVm(account);
  }

  putAccount(address: VmAddress, account?: VmAccount): Promise<void> {
    this.watcher?.onAccount(address.bytes);
    if (account === undefined) this.state.deleteAccount(address.bytes);
    else this.state.putAccount(address.bytes, account);
    return done;
  }

  deleteAccount(address: VmAddress): Promise<void> {
    this.watcher?.onAccount(address.bytes);
    this.state.deleteAccount(address.bytes);
    return done;
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
    this.state.putCode(address.bytes, code);
    return done;
  }

  async getCode(address: VmAddress): Promise<Uint8Array> {
    this.watcher?.onAccount(address.bytes);
    return this.state.code(address.bytes);
  }

  async getCodeSize(address: VmAddress): Promise<number> {
    this.watcher?.onAccount(address.bytes);
    return this.state.code(address.bytes).length;
  }

  async getStorage(address: VmAddress, key: Uint8Array): Promise<Uint8Array> {
    this.watcher?.onSlot(address.bytes, key);
    return this.state.slot(address.bytes, key);
  }

  putStorage(address: VmAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    this.watcher?.onSlot(address.bytes, key);
    this.state.putSlot(address.bytes, key, value);
    return done;
  }

  clearStorage(address: VmAddress): Promise<void> {
    this.state.clearStorage(address.bytes);
    return done;
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
