import type { Address, Hash32 } from "./bytes/brands.js";
import { fromHex } from "./bytes/hex.js";
import { emptyTrieRoot } from "./trie/ordered-trie.js";

/** An account of a state or of genesis. */
export interface Account {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** Root of the storage trie, 32 bytes. */
  readonly storageRoot: Hash32;
  /** keccak-256 of the code, 32 bytes. */
  readonly codeHash: Hash32;
}

/** The code hash of an account without code: keccak-256 of no bytes. */
export const emptyCodeHash: Hash32 = fromHex(
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
);

/** An empty account, with the values it has in the state trie (yellow paper, section 4.1). */
export const emptyAccount: Account = {
  nonce: 0n,
  balance: 0n,
  storageRoot: emptyTrieRoot,
  codeHash: emptyCodeHash,
};

/** An account of a genesis state; its balance is in wei. */
export interface GenesisAccount {
  readonly address: Address;
  readonly balance: bigint;
  readonly nonce?: bigint;
  readonly code?: Uint8Array;
  /** Slots (32 bytes) with their values. */
  readonly storage?: readonly (readonly [Uint8Array, Uint8Array])[];
}
