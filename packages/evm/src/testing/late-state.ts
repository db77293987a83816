/** A state that must be loaded before it is read, like that of a forked chain. */
import { type Account, toHex } from "@tandem/primitives";
import type { StateLoader } from "../environment/evm-state.js";
import { MemoryState } from "./memory-state.js";

export class LateState extends MemoryState implements StateLoader {
  readonly #loaded = new Set<string>();
  /** Accounts whose storage was cleared, of which nothing needs to be loaded. */
  readonly #cleared = new Set<string>();
  #isLate = false;
  readonly #hashOf: (number: number) => Uint8Array;

  constructor(hashOf: (number: number) => Uint8Array) {
    super();
    this.#hashOf = hashOf;
  }

  /** Hides everything that was stored so far. */
  override forgetOriginals(): void {
    super.forgetOriginals();
    this.#isLate = true;
  }

  load(address: Uint8Array, slot?: Uint8Array): Promise<void> | undefined {
    const account = toHex(address);
    const wanted = slot === undefined ? [account] : [account, account + toHex(slot)];
    const missing = wanted.filter((key) => !this.#loaded.has(key));
    if (missing.length === 0) return undefined;
    return Promise.resolve().then(() => {
      for (const key of missing) this.#loaded.add(key);
    });
  }

  async blockHash(number: number): Promise<Uint8Array | undefined> {
    return this.#hashOf(number);
  }

  override account(address: Uint8Array): Account | undefined {
    this.#assertLoaded(toHex(address));
    return super.account(address);
  }

  override slot(address: Uint8Array, slot: Uint8Array): Uint8Array {
    if (!this.#cleared.has(toHex(address))) this.#assertLoaded(toHex(address) + toHex(slot));
    return super.slot(address, slot);
  }

  override clearStorage(address: Uint8Array): void {
    super.clearStorage(address);
    this.#cleared.add(toHex(address));
  }

  #assertLoaded(key: string): void {
    if (this.#isLate && !this.#loaded.has(key)) throw new Error(`${key} is not loaded`);
  }
}
