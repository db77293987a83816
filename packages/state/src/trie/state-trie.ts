/**
 * Updates a Merkle Patricia trie with all changes of a block at once: the sorted changes descend
 * together, and each node on their paths is created and hashed once, on the way up. Intermediate
 * nodes are never created.
 */

import { compare, emptyTrieRoot, fromKey, isEqual, keccak256, toKey } from "@tandem/primitives";
import { sortSteps } from "@tandem/runtime";
import { changesBeforeYield } from "../limits.js";
import type { NodeFact, NodeOrigin } from "./facts.js";
import { rootRef } from "./read-trie.js";
import {
  type Extension,
  encodeNode,
  isEmbedded,
  type Leaf,
  type NodeRef,
  nibbleAt,
  pathFrom,
  sharedWith,
  type TrieNode,
  type TrieNodes,
} from "./trie-node.js";

/** A value to set at a key, or undefined to remove the key. */
export interface TrieChange {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
}

export interface TrieUpdate {
  readonly root: Uint8Array;
  readonly nodes: readonly NodeFact[];
}

/** The nodes of tries, to which an update adds those that it creates. */
export interface WritableNodes extends TrieNodes {
  setNode(key: string, node: TrieNode): void;
}

/**
 * Computes the trie after the changes, its root and its new nodes, in steps between which other work
 * can be done.
 * @param changes in any order, no key twice.
 */
export function* updateTrieSteps(
  nodes: WritableNodes,
  root: Uint8Array,
  changes: readonly TrieChange[],
): Generator<void, TrieUpdate> {
  const before = rootRef(root);
  const edit = new TrieEdit(nodes);
  const sorted = yield* sortSteps(changes, (a, b) => compare(a.key, b.key));
  const after = yield* edit.changeSteps(before, sorted, 0);
  if (after === before) return { root, nodes: [] };
  if (after === undefined) return { root: emptyTrieRoot, nodes: [] };
  return { root: edit.sealRoot(after), nodes: edit.written };
}

/** One update. Its `changes` are sorted, and equal in their first `depth` nibbles. */
class TrieEdit {
  readonly written: NodeFact[] = [];
  readonly #nodes: WritableNodes;
  /** Branches that are not written yet, with the ones they replace. */
  readonly #replaced = new Map<TrieNode, string>();

  constructor(nodes: WritableNodes) {
    this.#nodes = nodes;
  }

  sealRoot(ref: NodeRef): Uint8Array {
    const node = this.#load(ref);
    const bytes = encodeNode(node);
    return this.#write(node, bytes);
  }

  /**
   * Does the same as `change`, and yields between the children of a node with many changes below
   * it.
   */
  *changeSteps(
    ref: NodeRef | undefined,
    changes: readonly TrieChange[],
    depth: number,
  ): Generator<void, NodeRef | undefined> {
    const node = ref === undefined ? undefined : this.#load(ref);
    if (changes.length < changesBeforeYield) {
      yield;
      return this.change(ref, changes, depth);
    }
    const before = childrenOf(node);
    const children = [...before];
    for (const [nibble, below] of byNibble(changes, depth)) {
      children[nibble] = yield* this.changeSteps(before[nibble], below, depth + 1);
    }
    return this.#branchUnlessSame(ref, before, children);
  }

  /** Returns the node at `ref` after the changes; `ref` itself if nothing changes. */
  change(
    ref: NodeRef | undefined,
    changes: readonly TrieChange[],
    depth: number,
  ): NodeRef | undefined {
    if (changes.length === 0) return ref;
    if (ref === undefined) return this.#build(changes, depth);
    const node = this.#load(ref);
    if (node.kind === "leaf") return this.#changeLeaf(ref, node, changes, depth);
    if (node.kind === "extension") return this.#changeExtension(ref, node, changes, depth);
    return this.#changeBranch(ref, node.children, changes, depth);
  }

  #changeLeaf(
    ref: NodeRef,
    leaf: Leaf,
    changes: readonly TrieChange[],
    depth: number,
  ): NodeRef | undefined {
    const key = joinKey((changes[0] as TrieChange).key, depth, leaf.path);
    const entries: TrieChange[] = [];
    let isLeafDone = false;
    for (const change of changes) {
      const order = isLeafDone ? 1 : compare(change.key, key);
      if (order > 0 && !isLeafDone) entries.push({ key, value: leaf.value });
      if (order >= 0) isLeafDone = true;
      if (change.value !== undefined) entries.push(change);
    }
    if (!isLeafDone) entries.push({ key, value: leaf.value });
    const [only] = entries;
    if (entries.length === 1 && only?.value !== undefined && isEqual(only.key, key)) {
      if (isEqual(only.value, leaf.value)) return ref;
    }
    return this.#build(entries, depth);
  }

  #changeExtension(
    ref: NodeRef,
    node: Extension,
    changes: readonly TrieChange[],
    depth: number,
  ): NodeRef | undefined {
    const { path } = node;
    const first = sharedWith(path, (changes[0] as TrieChange).key, depth);
    const last = sharedWith(path, (changes[changes.length - 1] as TrieChange).key, depth);
    const shared = Math.min(first, last);
    if (shared === path.length) {
      const child = this.change(node.child, changes, depth + shared);
      if (child === node.child) return ref;
      return child === undefined ? undefined : this.#lengthen(path, child);
    }
    const rest = path.subarray(shared + 1);
    const below: NodeRef =
      rest.length === 0 ? node.child : { kind: "extension", path: rest, child: node.child };
    const children: (NodeRef | undefined)[] = new Array(16).fill(undefined);
    children[path[shared] as number] = below;
    const split = this.#changeBranch(undefined, children, changes, depth + shared);
    if (split === undefined) return undefined;
    return this.#lengthen(path.subarray(0, shared), split);
  }

  /**
   * Changes a branch. @param ref of the branch; undefined if it is not a node yet and must become
   * one.
   */
  #changeBranch(
    ref: NodeRef | undefined,
    before: readonly (NodeRef | undefined)[],
    changes: readonly TrieChange[],
    depth: number,
  ): NodeRef | undefined {
    const children = [...before];
    for (const [nibble, below] of byNibble(changes, depth)) {
      children[nibble] = this.change(before[nibble], below, depth + 1);
    }
    return this.#branchUnlessSame(ref, before, children);
  }

  #branchUnlessSame(
    ref: NodeRef | undefined,
    before: readonly (NodeRef | undefined)[],
    children: readonly (NodeRef | undefined)[],
  ): NodeRef | undefined {
    const isSame = ref !== undefined && children.every((child, i) => child === before[i]);
    if (isSame) return ref;
    const after = this.#branch(children);
    if (typeof ref === "string" && typeof after === "object") this.#replaced.set(after, ref);
    return after;
  }

  /** Returns a branch, or a shorter node or undefined if there are fewer than two children. */
  #branch(children: readonly (NodeRef | undefined)[]): NodeRef | undefined {
    const only = children.findIndex((child) => child !== undefined);
    if (only === -1) return undefined;
    if (only === children.findLastIndex((child) => child !== undefined)) {
      return this.#lengthen(Uint8Array.of(only), children[only] as NodeRef);
    }
    return { kind: "branch", children: children.map((child) => child && this.#seal(child)) };
  }

  /** Returns a trie of only these entries; undefined if all of them are removals. */
  #build(changes: readonly TrieChange[], depth: number): NodeRef | undefined {
    const entries = changes.filter((change) => change.value !== undefined);
    const first = entries[0];
    if (first?.value === undefined) return undefined;
    const path = pathFrom(first.key, depth);
    if (entries.length === 1) return { kind: "leaf", path, value: first.value };
    const shared = sharedWith(path, (entries[entries.length - 1] as TrieChange).key, depth);
    const none: undefined[] = new Array(16).fill(undefined);
    const branch = this.#changeBranch(undefined, none, entries, depth + shared) as NodeRef;
    return this.#lengthen(path.subarray(0, shared), branch);
  }

  /** Returns the node with `path` as a prefix of its path. */
  #lengthen(path: Uint8Array, ref: NodeRef): NodeRef {
    if (path.length === 0) return ref;
    const node = this.#load(ref);
    if (node.kind === "branch") return { kind: "extension", path, child: this.#seal(ref) };
    const joined = new Uint8Array(path.length + node.path.length);
    joined.set(path);
    joined.set(node.path, path.length);
    return { ...node, path: joined };
  }

  #load(ref: NodeRef): TrieNode {
    return typeof ref === "string" ? this.#nodes.node(ref) : ref;
  }

  /**
   * Returns the reference in a parent: the hash of the node, which is written, or a short node
   * itself.
   */
  #seal(ref: NodeRef): NodeRef {
    if (typeof ref === "string") return ref;
    const bytes = encodeNode(ref);
    return isEmbedded(bytes) ? ref : toKey(this.#write(ref, bytes));
  }

  #write(node: TrieNode, bytes: Uint8Array): Uint8Array {
    const hash = keccak256(bytes);
    this.#nodes.setNode(toKey(hash), node);
    this.written.push([hash, bytes, this.#originOf(node)]);
    return hash;
  }

  #originOf(node: TrieNode): NodeOrigin | undefined {
    const key = this.#replaced.get(node);
    if (key === undefined || node.kind !== "branch") return undefined;
    const older = this.#nodes.node(key);
    if (older.kind !== "branch") return undefined;
    const children: number[] = [];
    for (const [place, child] of node.children.entries()) {
      if (child !== older.children[place]) children.push(place);
    }
    return { hash: fromKey(key), children };
  }
}

/** Returns the children that the node would have if it were a branch. */
function childrenOf(node: TrieNode | undefined): readonly (NodeRef | undefined)[] {
  if (node?.kind === "branch") return node.children;
  const children: (NodeRef | undefined)[] = new Array(16).fill(undefined);
  if (node === undefined) return children;
  const path = node.path.subarray(1);
  const isWhole = node.kind === "extension" && path.length === 0;
  children[node.path[0] as number] = isWhole ? node.child : { ...node, path };
  return children;
}

/** Groups changes by their nibble at `depth`, in order. */
function byNibble(changes: readonly TrieChange[], depth: number): [number, TrieChange[]][] {
  const groups: [number, TrieChange[]][] = [];
  for (let from = 0, to = 0; from < changes.length; from = to) {
    const nibble = nibbleAt((changes[from] as TrieChange).key, depth);
    while (to < changes.length && nibbleAt((changes[to] as TrieChange).key, depth) === nibble) to++;
    groups.push([nibble, changes.slice(from, to)]);
  }
  return groups;
}

/** Concatenates the first `depth` nibbles of `key` and `path`. */
function joinKey(key: Uint8Array, depth: number, path: Uint8Array): Uint8Array {
  const joined = key.slice();
  for (let i = 0; i < path.length; i++) {
    const at = (depth + i) >> 1;
    const nibble = path[i] as number;
    const isHigh = ((depth + i) & 1) === 0;
    const byte = joined[at] as number;
    joined[at] = isHigh ? (nibble << 4) | (byte & 15) : (byte & 0xf0) | nibble;
  }
  return joined;
}
