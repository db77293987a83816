/**
 * The remote state of a forked chain: accounts and slots that no block of this chain changed are
 * read from another chain, at one block of it. The local trie contains only the differences, and
 * marks deletions: a removed account has a leaf of its own, a zero slot has a value, and a cleared
 * storage has an entry at a key that no slot has.
 */
import type { StateLoader } from "@tandem/evm";
import { type Account, concat, emptyTrieRoot, fromHex, type StateRoot } from "@tandem/primitives";
import type { Fact } from "../trie/facts.js";
import { encodeNode, pathFrom } from "../trie/trie-node.js";

export interface RemoteState extends StateLoader {
  /** Returns an account; undefined if the remote chain has none. @throws {StateNotLoaded} */
  account(address: Uint8Array): Account | undefined;
  /** Returns a value without leading zeros. @throws {StateNotLoaded} */
  slot(address: Uint8Array, slot: Uint8Array): Uint8Array;
}

/** The leaf of a removed account: the RLP of empty bytes, which no account has. */
export const removedAccount = Uint8Array.of(0x80);
/** The key that marks a cleared storage: no slot is known with this keccak-256. */
export const clearedKey = new Uint8Array(32);

const clearedNode = encodeNode({
  kind: "leaf",
  path: pathFrom(clearedKey, 0),
  value: Uint8Array.of(1),
});

/** Root of an empty storage that hides the remote storage: the keccak-256 of that node. */
export const clearedRoot: StateRoot = fromHex(
  "0x640f987e349a18e7eb07c14f9f79fdc3b69449402a2aca7edf3d3c36527a000a",
);
/** Returns the root of an empty storage in states that fork the remote one, or are complete without it. */
export const emptyStorageRootOf = (facts: {
  readonly remote: RemoteState | undefined;
}): StateRoot => (facts.remote === undefined ? emptyTrieRoot : clearedRoot);

/** The only node of that storage, which the database must contain before any execution. */
export const clearedFact: Fact = [clearedRoot, concat(clearedNode)];
