import type { Address, Hash32 } from "./bytes/brands.js";

/** An account at genesis or as it is read back. */
export interface Account {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** Root of the storage trie, 32 bytes. */
  readonly storageRoot: Hash32;
  /** keccak-256 of the code, 32 bytes. */
  readonly codeHash: Hash32;
}

/** Wei and code an address starts with. */
export interface GenesisAccount {
  readonly address: Address;
  readonly balance: bigint;
  readonly nonce?: bigint;
  readonly code?: Uint8Array;
  /** Slot (32 bytes) and value. */
  readonly storage?: readonly (readonly [Uint8Array, Uint8Array])[];
}
