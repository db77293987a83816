import type { EVMMockBlockchainInterface } from "@ethereumjs/evm";
import { LruMap } from "@tandem/runtime";
import type { AncestorHash } from "../environment/block-env.js";
import type { StateLoader } from "../environment/evm-state.js";
import { loadedHashesMax } from "../limits.js";

const unknown = new Uint8Array(32);

/** Provides the hashes of ancestors by number, for BLOCKHASH. */
export class AncestorHashes implements EVMMockBlockchainInterface {
  hashOf: AncestorHash = () => undefined;
  readonly #loader: StateLoader | undefined;
  /** Hashes of blocks before the forked one, by number. */
  readonly #loaded = new LruMap<number, Uint8Array>(loadedHashesMax);

  constructor(loader: StateLoader | undefined) {
    this.#loader = loader;
  }

  /** Returns the hash, zeros for an unknown block, or a promise while it is loaded. */
  hash(number: number): Uint8Array | Promise<Uint8Array> {
    const known = this.hashOf(number) ?? this.#loaded.get(number);
    if (known !== undefined) return known;
    return this.#loader === undefined ? unknown : this.#load(this.#loader, number);
  }

  async #load(loader: StateLoader, number: number): Promise<Uint8Array> {
    const hash = (await loader.blockHash(number)) ?? unknown;
    this.#loaded.set(number, hash);
    return hash;
  }

  async getBlock(number: number) {
    const hash = await this.hash(number);
    return { hash: () => hash };
  }

  async putBlock(): Promise<void> {}

  shallowCopy(): this {
    return this;
  }
}
