/** Lists the references of a trie node, so that a state can be checked node by node. */
import { RLP } from "@ethereumjs/rlp";
import { emptyCodeHash, emptyTrieRoot, fromKey, isEqual } from "@tandem/primitives";
import { decodeAccount } from "./account-record.js";
import { decodeNode, type NodeRef } from "./trie-node.js";

export interface NodeReferences {
  /** Hashes of child nodes, and of the roots of the accounts' storage. */
  readonly nodes: readonly Uint8Array[];
  /** Hashes of the accounts' code. */
  readonly code: readonly Uint8Array[];
}

/**
 * Returns the references of a node. @param bytes RLP of a node of an account or a storage trie.
 * Their leaves differ: an account is a list, a slot's value is not.
 * @throws {Fault} `unusable-data` when the bytes are no node.
 */
export function nodeReferences(bytes: Uint8Array): NodeReferences {
  const nodes: Uint8Array[] = [];
  const code: Uint8Array[] = [];
  const pending: NodeRef[] = [decodeNode(bytes)];
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    if (typeof ref === "string") nodes.push(fromKey(ref));
    else if (ref.kind === "extension") pending.push(ref.child);
    else if (ref.kind === "branch")
      pending.push(...ref.children.filter((one) => one !== undefined));
    else addAccount(ref.value, nodes, code);
  }
  return { nodes, code };
}

function addAccount(value: Uint8Array, nodes: Uint8Array[], code: Uint8Array[]): void {
  if (!Array.isArray(RLP.decode(value))) return;
  const { storageRoot, codeHash } = decodeAccount(value);
  if (!isEqual(storageRoot, emptyTrieRoot)) nodes.push(storageRoot);
  if (!isEqual(codeHash, emptyCodeHash)) code.push(codeHash);
}
