/**
 * A state behind ours: what no block of this chain has changed is read from another chain, at one
 * block of it. Our trie then holds what differs, and says so of what is gone: a removed account has
 * a leaf of its own, a slot of zero a value, and a storage that was cleared an entry no slot has.
 */
import type { StateLoader } from "@tandem/evm";
import { type Account, concat, keccak256, type StateRoot } from "@tandem/primitives";
import { encodeNode, pathFrom } from "../trie/trie-node.js";
import type { Fact } from "./state-source.js";

export interface RemoteState extends StateLoader {
  /** Undefined when that chain has no such account. @throws {StateNotLoaded} */
  account(address: Uint8Array): Account | undefined;
  /** Without leading zeros. @throws {StateNotLoaded} */
  slot(address: Uint8Array, slot: Uint8Array): Uint8Array;
}

/** Stands for a removed account: the RLP of no bytes, which no account is. */
export const removedAccount = Uint8Array.of(0x80);
/** Key of the entry of a storage nothing is behind: no keccak-256 anybody knows a slot of. */
export const clearedKey = new Uint8Array(32);

const clearedNode = encodeNode({
  kind: "leaf",
  path: pathFrom(clearedKey, 0),
  value: Uint8Array.of(1),
});

/** Root of a storage that nothing is behind and nothing is in. */
export const clearedRoot: StateRoot = keccak256(clearedNode);
/** Its one node: the database must have it before anything is executed. */
export const clearedFact: Fact = [clearedRoot, concat(clearedNode)];
