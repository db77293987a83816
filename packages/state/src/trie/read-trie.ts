/** Reads one value of a trie. */
import { emptyTrieRoot, isEqual, keepLastKey, toKey } from "@tandem/primitives";
import { type NodeRef, nibbleAt, sharedWith, type TrieNode, type TrieNodes } from "./trie-node.js";

/** The key of the last root is kept: most values that are read after one another are of the same trie. */
const rootKey = keepLastKey(toKey);

/** Returns a reference to the root node, and undefined for a trie without keys. */
export function rootRef(root: Uint8Array): NodeRef | undefined {
  return isEqual(root, emptyTrieRoot) ? undefined : rootKey(root);
}

/**
 * Returns the value at a key of the trie with this root.
 * @param key 32 bytes.
 * @throws {Fault} `corrupt-data` when a node on the path is missing.
 */
export function readTrie(
  nodes: TrieNodes,
  root: Uint8Array,
  key: Uint8Array,
): Uint8Array | undefined {
  let ref = rootRef(root);
  let depth = 0;
  while (ref !== undefined) {
    const node: TrieNode = typeof ref === "string" ? nodes.node(ref) : ref;
    if (node.kind === "branch") {
      ref = node.children[nibbleAt(key, depth)];
      depth++;
      continue;
    }
    if (sharedWith(node.path, key, depth) < node.path.length) return undefined;
    if (node.kind === "leaf") return node.value;
    ref = node.child;
    depth += node.path.length;
  }
  return undefined;
}
