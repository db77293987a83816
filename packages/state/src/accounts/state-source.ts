import type { RemoteState } from "./remote-state.js";

/**
 * The seam to the disk: facts of the state, read by their keccak-256 and handed back to be written.
 * Reading is synchronous, because the VM asks for thousands of slots a block one after the other.
 */
export interface StateSource {
  /** What is behind this state, where it forks another. */
  readonly remote?: RemoteState | undefined;
  /** RLP of a trie node. Undefined when absent. @param hash 32 bytes. */
  node(hash: Uint8Array): Uint8Array | undefined;
  /** Contract code. Undefined when absent. @param hash 32 bytes. */
  code(hash: Uint8Array): Uint8Array | undefined;
}

/** keccak-256 (32 bytes) and the bytes it is of. */
export type Fact = readonly [hash: Uint8Array, bytes: Uint8Array];

/** The branch a new one was made from: it has other children at these places, in ascending order. */
export interface NodeOrigin {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly children: readonly number[];
}

/** A trie node, and what it was made from, where that is a node and both are branches. */
export type NodeFact = readonly [
  hash: Uint8Array,
  bytes: Uint8Array,
  origin?: NodeOrigin | undefined,
];

/** Facts an execution brought into the world, each once. Writing them twice does no harm. */
export interface StateWrites {
  readonly nodes: readonly NodeFact[];
  readonly code: readonly Fact[];
  /** Addresses and slots that were changed, by their hashes: a trie has the hashes alone. */
  readonly preimages: readonly Fact[];
}
