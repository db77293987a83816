import type { EVMMockBlockchainInterface } from "@ethereumjs/evm";
import type { StateLoader } from "../evm-state.js";
import type { AncestorHash } from "../execution/block-env.js";

/** The blockchain as the library's BLOCKHASH knows it: returns the hash of a block by its number. */
export class AncestorHashes implements EVMMockBlockchainInterface {
  hashOf: AncestorHash = () => undefined;
  readonly #loader: StateLoader | undefined;

  constructor(loader: StateLoader | undefined) {
    this.#loader = loader;
  }

  async getBlock(number: number) {
    const hash =
      this.hashOf(number) ?? (await this.#loader?.blockHash(number)) ?? new Uint8Array(32);
    return { hash: () => hash };
  }

  async putBlock(): Promise<void> {}

  shallowCopy(): this {
    return this;
  }
}
