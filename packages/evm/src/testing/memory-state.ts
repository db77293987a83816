/** For tests of this package: a state in memory, without a state below its changes. */
import {
  type Account,
  emptyAccount,
  emptyBytes,
  emptyTrieRoot,
  keccak256,
  toHex,
} from "@tandem/primitives";
import type { EvmState } from "../environment/evm-state.js";

interface Contents {
  readonly accounts: Map<string, Account>;
  /** Values by address and slot, without leading zeros. */
  readonly slots: Map<string, Uint8Array>;
}

const copyOf = ({ accounts, slots }: Contents): Contents => ({
  accounts: new Map(accounts),
  slots: new Map(slots),
});

export class MemoryState implements EvmState {
  readonly emptyStorageRoot = emptyTrieRoot;
  readonly #code = new Map<string, Uint8Array>();
  readonly #checkpoints: Contents[] = [];
  #now: Contents = { accounts: new Map(), slots: new Map() };
  #originals = new Map<string, Uint8Array>();
  #version = Symbol("state");
  slotsVersion = Symbol("slots");

  get version(): symbol | undefined {
    return this.#originals.size === 0 ? this.#version : undefined;
  }

  get areSlotsOriginal(): boolean {
    return this.#originals.size === 0;
  }

  /** Returns non-empty accounts and slots as text. */
  contents(): string[] {
    const accounts = [...this.#now.accounts].map(
      ([address, { nonce, balance, codeHash }]) =>
        `${address} ${nonce} ${balance} ${toHex(codeHash)}`,
    );
    const slots = [...this.#now.slots].filter(([, value]) => value.length > 0);
    return [...accounts, ...slots.map(([place, value]) => `${place} ${toHex(value)}`)].sort();
  }

  account(address: Uint8Array): Account | undefined {
    return this.#now.accounts.get(toHex(address));
  }

  putAccount(address: Uint8Array, account: Omit<Account, "storageRoot">): void {
    const { nonce, balance, codeHash } = account;
    const stored = { nonce, balance, codeHash, storageRoot: emptyTrieRoot };
    this.#now.accounts.set(toHex(address), stored);
    this.#version = Symbol("state");
  }

  deleteAccount(address: Uint8Array): void {
    this.clearStorage(address);
    this.#version = Symbol("state");
    this.#now.accounts.delete(toHex(address));
  }

  code(address: Uint8Array): Uint8Array {
    return this.#code.get(toHex((this.account(address) ?? emptyAccount).codeHash)) ?? emptyBytes;
  }

  putCode(address: Uint8Array, code: Uint8Array): void {
    const codeHash = keccak256(code);
    this.#code.set(toHex(codeHash), code);
    this.putAccount(address, { ...(this.account(address) ?? emptyAccount), codeHash });
  }

  slot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    return this.#now.slots.get(toHex(address) + toHex(slot)) ?? emptyBytes;
  }

  putSlot(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
    const key = toHex(address) + toHex(slot);
    if (!this.#originals.has(key)) this.#originals.set(key, this.slot(address, slot));
    this.#changeSlots();
    const first = value.findIndex((byte) => byte !== 0);
    this.#now.slots.set(key, first < 0 ? emptyBytes : value.slice(first));
  }

  #changeSlots(): void {
    this.#version = Symbol("state");
    this.slotsVersion = Symbol("slots");
  }

  clearStorage(address: Uint8Array): void {
    this.#changeSlots();
    for (const key of this.#now.slots.keys()) {
      if (key.startsWith(toHex(address))) this.#now.slots.delete(key);
    }
  }

  originalSlot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    return this.#originals.get(toHex(address) + toHex(slot)) ?? this.slot(address, slot);
  }

  forgetOriginals(): void {
    this.#originals = new Map();
  }

  checkpoint(): void {
    this.#checkpoints.push(copyOf(this.#now));
  }

  commit(): void {
    this.#checkpoints.pop();
  }

  revert(): void {
    this.#changeSlots();
    this.#now = this.#checkpoints.pop() ?? this.#now;
  }
}
