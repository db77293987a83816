import type { RemoteState } from "./remote-state.js";

/**
 * Reads and writes the facts of states by their keccak-256. Reading is synchronous, because the EVM
 * reads thousands of slots per block in sequence.
 */
export interface StateSource {
  /** The remote state, if this one forks another chain. */
  readonly remote?: RemoteState | undefined;
  /** Returns the RLP of a trie node, or undefined. @param hash 32 bytes. */
  node(hash: Uint8Array): Uint8Array | undefined;
  /** Returns contract code, or undefined. @param hash 32 bytes. */
  code(hash: Uint8Array): Uint8Array | undefined;
}
