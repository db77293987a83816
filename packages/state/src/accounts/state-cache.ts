/**
 * Caches facts of the state that were read recently, decoded and bounded. A fact is keyed by its
 * content, so no entry becomes outdated, and a dropped block leaves only unused entries.
 */

import { emptyBytes, emptyCodeHash, fromKey, isEqual, toKey } from "@tandem/primitives";
import { createGenerations } from "@tandem/runtime";
import { codeBytesKeptMax, nodesKeptMax } from "../limits.js";
import { missing } from "../trie/facts.js";
import type { WritableNodes } from "../trie/state-trie.js";
import { decodeNode, type TrieNode } from "../trie/trie-node.js";
import type { StateFacts } from "./state-facts.js";
import { cacheReads, type ReadsCache } from "./state-reads.js";
import type { StateSource } from "./state-source.js";

export interface StateCache extends StateFacts, WritableNodes, ReadsCache {}

export interface StateCacheLimits {
  readonly nodes: number;
  readonly codeBytes: number;
}

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
