/** Declares the facts of which states consist, and those that an execution created. */
import { corruptData } from "@tandem/primitives";

/** A keccak-256 hash (32 bytes) with its input. */
export type Fact = readonly [hash: Uint8Array, bytes: Uint8Array];

/** The branch that a new one replaces, with the indexes of the children that differ, ascending. */
export interface NodeOrigin {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly children: readonly number[];
}

/** A trie node, with the node it replaces if both are branches. */
export type NodeFact = readonly [
  hash: Uint8Array,
  bytes: Uint8Array,
  origin?: NodeOrigin | undefined,
];

/** The facts that an execution created, each once. Writing them twice does no harm. */
export interface StateWrites {
  readonly nodes: readonly NodeFact[];
  readonly code: readonly Fact[];
  /** Changed addresses and slots, by their hashes: a trie contains only the hashes. */
  readonly preimages: readonly Fact[];
}

/** Creates the fault for a missing fact. @param table the table that should contain it. */
export const missing = (table: "nodes" | "code", key: Uint8Array) =>
  corruptData({ table, key, rule: "row/missing" });
