/** Every entry of a trie, in the order of its keys. */
import { emptyTrieRoot, isEqual, toKey } from "@tandem/primitives";
import type { StateCache } from "../accounts/state-cache.js";
import type { NodeRef } from "./trie-node.js";

/** A key of 32 bytes and its value. */
export type Entry = readonly [key: Uint8Array, value: Uint8Array];

/** @throws {Fault} `unusable-data` when a node is missing. */
export function* walkTrie(nodes: Pick<StateCache, "node">, root: Uint8Array): Generator<Entry> {
  if (isEqual(root, emptyTrieRoot)) return;
  // What is still to be seen, the next on top, each with the nibbles that lead to it.
  const left: { readonly ref: NodeRef; readonly path: readonly number[] }[] = [
    { ref: toKey(root), path: [] },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { ref, path } = next;
    const node = typeof ref === "string" ? nodes.node(ref) : ref;
    if (node.kind === "leaf") yield [joined([...path, ...node.path]), node.value];
    else if (node.kind === "extension")
      left.push({ ref: node.child, path: [...path, ...node.path] });
    else {
      for (let nibble = node.children.length - 1; nibble >= 0; nibble--) {
        const child = node.children[nibble];
        if (child !== undefined) left.push({ ref: child, path: [...path, nibble] });
      }
    }
  }
}

const joined = (nibbles: readonly number[]) =>
  Uint8Array.from({ length: nibbles.length / 2 }, (_, i) => {
    return ((nibbles[2 * i] as number) << 4) | (nibbles[2 * i + 1] as number);
  });
