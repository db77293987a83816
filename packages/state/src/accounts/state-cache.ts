/**
 * Caches facts of the state that were read recently, decoded and bounded. A fact is keyed by its
 * content, so no entry becomes outdated, and a dropped block leaves only unused entries.
 */

import {
  corruptData,
  emptyBytes,
  emptyCodeHash,
  fromKey,
  isEqual,
  toKey,
} from "@tandem/primitives";
import { createGenerations } from "@tandem/runtime";
import { codeBytesKeptMax, nodesKeptMax } from "../limits.js";
import { decodeNode, type TrieNode } from "../trie/trie-node.js";
import type { RemoteState } from "./remote-state.js";
import { cacheReads, type ReadsCache } from "./state-reads.js";
import type { StateSource } from "./state-source.js";

/** The facts from which the values of states are read. */
export type StateFacts = Pick<StateCache, "remote" | "node" | "code">;

export interface StateCache extends ReadsCache {
  /** The remote state, if the states fork another chain. */
  readonly remote: RemoteState | undefined;
  /** Returns a node. @throws {Fault} `corrupt-data` when the source lacks it. */
  node(key: string): TrieNode;
  setNode(key: string, node: TrieNode): void;
  /**
   * Returns code, as the same object while it is cached. @throws {Fault} `corrupt-data` when the
   * source lacks it.
   */
  code(hash: Uint8Array): Uint8Array;
}

export interface StateCacheLimits {
  readonly nodes: number;
  readonly codeBytes: number;
}

/** Creates the fault for a missing fact. @param table the table that should contain it. */
export const missing = (table: "nodes" | "code", key: Uint8Array) =>
  corruptData({ table, key, rule: "row/missing" });

export function createStateCache(
  source: StateSource,
  limits: StateCacheLimits = { nodes: nodesKeptMax, codeBytes: codeBytesKeptMax },
): StateCache {
  const nodes = createGenerations<TrieNode>(limits.nodes);
  const codes = createGenerations<Uint8Array>(limits.codeBytes, (code) => code.length);

  function node(key: string): TrieNode {
    const kept = nodes.get(key);
    if (kept !== undefined) return kept;
    const hash = fromKey(key);
    const bytes = source.node(hash);
    if (bytes === undefined) throw missing("nodes", hash);
    const decoded = decodeNode(bytes);
    nodes.set(key, decoded);
    return decoded;
  }

  function code(hash: Uint8Array): Uint8Array {
    if (isEqual(hash, emptyCodeHash)) return emptyBytes;
    const key = toKey(hash);
    let bytes = codes.get(key);
    if (bytes === undefined) {
      bytes = source.code(hash);
      if (bytes === undefined) throw missing("code", hash);
      codes.set(key, bytes);
    }
    return bytes;
  }

  const facts = { remote: source.remote, node, code };
  return { ...facts, setNode: nodes.set, ...cacheReads(facts) };
}
