/** Lists the trie nodes that prove the value at a key, or its absence. */
import { emptyTrieRoot, isEqual, toKey } from "@tandem/primitives";
import {
  encodeNode,
  type NodeRef,
  nibbleAt,
  sharedWith,
  type TrieNode,
  type TrieNodes,
} from "./trie-node.js";

/**
 * Returns the RLP of the nodes from the root towards the key. Nodes that are embedded in their
 * parents are not listed separately. The list is empty for an empty trie.
 * @param key 32 bytes.
 * @throws {Fault} `corrupt-data` when a node on the path is missing.
 */
export function proveKey(nodes: TrieNodes, root: Uint8Array, key: Uint8Array): Uint8Array[] {
  const proof: Uint8Array[] = [];
  let ref: NodeRef | undefined = isEqual(root, emptyTrieRoot) ? undefined : toKey(root);
  let depth = 0;
  while (ref !== undefined) {
    const isListed = typeof ref === "string";
    const node: TrieNode = typeof ref === "string" ? nodes.node(ref) : ref;
    if (isListed) proof.push(encodeNode(node));
    if (node.kind === "leaf") break;
    if (node.kind === "branch") {
      ref = node.children[nibbleAt(key, depth)];
      depth++;
      continue;
    }
    if (sharedWith(node.path, key, depth) < node.path.length) break;
    ref = node.child;
    depth += node.path.length;
  }
  return proof;
}
