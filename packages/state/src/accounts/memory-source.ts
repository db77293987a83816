/** Holds the facts of a state in memory: for tests, and for chains that are not stored. */
import { toKey } from "@tandem/primitives";
import type { StateWrites } from "../trie/facts.js";
import { readNodeRow, rowOf } from "../trie/node-row.js";
import type { StateSource } from "./state-source.js";

export interface MemorySource extends StateSource {
  write(writes: StateWrites): void;
  /** The number of trie nodes. */
  readonly size: number;
}

export function createMemorySource(): MemorySource {
  const nodes = new Map<string, Uint8Array>();
  const code = new Map<string, Uint8Array>();
  const row = (hash: Uint8Array) => nodes.get(toKey(hash));
  return {
    node: (hash) => readNodeRow(hash, row),
    code: (hash) => code.get(toKey(hash)),
    write(writes) {
      const rows = writes.nodes.map((node) => [node[0], rowOf(node, row)] as const);
      for (const [hash, bytes] of rows) nodes.set(toKey(hash), bytes);
      for (const [hash, bytes] of writes.code) code.set(toKey(hash), bytes);
    },
    get size() {
      return nodes.size;
    },
  };
}
