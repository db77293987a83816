/**
 * Decoded nodes of a Merkle Patricia trie whose keys are all 32 bytes (yellow paper, appendix D).
 * No key is a prefix of another, so a branch never has a value.
 *
 * Nodes are immutable; an edit creates new ones and shares the others.
 */
import { RLP } from "@ethereumjs/rlp";
import {
  encodeItems,
  itemLength,
  openList,
  toKey,
  unusableData,
  writeItem,
} from "@tandem/primitives";

/**
 * A reference to a child: the keccak-256 of a node as a key, or a node whose RLP is too short to be
 * hashed.
 */
export type NodeRef = string | TrieNode;

export interface Leaf {
  readonly kind: "leaf";
  /** Nibbles, one per byte. */
  readonly path: Uint8Array;
  readonly value: Uint8Array;
}

export interface Extension {
  readonly kind: "extension";
  /** Nibbles, one per byte, at least one. */
  readonly path: Uint8Array;
  readonly child: NodeRef;
}

export interface Branch {
  readonly kind: "branch";
  /** Sixteen children, at least two of them defined. */
  readonly children: readonly (NodeRef | undefined)[];
}

export type TrieNode = Leaf | Extension | Branch;

/** Reads the nodes of tries by the keys of their hashes. */
export interface TrieNodes {
  /** Returns a node. @throws {Fault} `corrupt-data` when the source lacks it. */
  node(key: string): TrieNode;
}

/** Shorter RLP is embedded in its parent instead of its hash. */
const hashLength = 32;

export function nibbleAt(key: Uint8Array, depth: number): number {
  const byte = key[depth >> 1] as number;
  return (depth & 1) === 0 ? byte >> 4 : byte & 15;
}

/** Returns the nibbles of a key from `depth` on. */
export function pathFrom(key: Uint8Array, depth: number): Uint8Array {
  const path = new Uint8Array(key.length * 2 - depth);
  for (let i = 0; i < path.length; i++) path[i] = nibbleAt(key, depth + i);
  return path;
}

/** Counts the leading nibbles of `path` that the key shares from `depth` on. */
export function sharedWith(path: Uint8Array, key: Uint8Array, depth: number): number {
  let length = 0;
  while (length < path.length && path[length] === nibbleAt(key, depth + length)) length++;
  return length;
}

/** Encodes a path in hex-prefix form (yellow paper, appendix C). */
function compact(path: Uint8Array, isLeaf: boolean): Uint8Array {
  const isOdd = path.length & 1;
  const out = new Uint8Array(1 + (path.length >> 1));
  out[0] = (isLeaf ? 0x20 : 0) | (isOdd === 1 ? 0x10 | (path[0] as number) : 0);
  for (let i = isOdd, at = 1; i < path.length; i += 2, at++) {
    out[at] = ((path[i] as number) << 4) | (path[i + 1] as number);
  }
  return out;
}

function expand(compacted: Uint8Array): Uint8Array {
  const isOdd = ((compacted[0] as number) >> 4) & 1;
  const path = new Uint8Array(compacted.length * 2 - 2 + isOdd);
  for (let i = 0; i < path.length; i++) path[i] = nibbleAt(compacted, 2 - isOdd + i);
  return path;
}

type Field = Uint8Array | Field[];

const broken = () => unusableData("a stored trie node is broken");

function refOf(field: Field | undefined): NodeRef | undefined {
  if (field === undefined) throw broken();
  if (!(field instanceof Uint8Array)) return fromFields(field);
  if (field.length === 0) return undefined;
  if (field.length !== hashLength) throw broken();
  return toKey(field);
}

function fromFields(fields: Field): TrieNode {
  if (!Array.isArray(fields)) throw broken();
  if (fields.length === 17) return { kind: "branch", children: fields.slice(0, 16).map(refOf) };
  const [compacted, second] = fields;
  if (!(compacted instanceof Uint8Array) || compacted.length === 0) throw broken();
  const path = expand(compacted);
  if (((compacted[0] as number) & 0x20) !== 0) {
    if (!(second instanceof Uint8Array)) throw broken();
    return { kind: "leaf", path, value: second };
  }
  const child = refOf(second);
  if (child === undefined) throw broken();
  return { kind: "extension", path, child };
}

/** Decodes a node. @throws {Fault} `unusable-data` when the bytes are no node. */
export function decodeNode(bytes: Uint8Array): TrieNode {
  return fromFields(RLP.decode(bytes) as Field);
}

const refLength = (ref: NodeRef | undefined) => {
  if (ref === undefined) return 1;
  return typeof ref === "string" ? 1 + hashLength : encodeNode(ref).length;
};

function writeRef(out: Uint8Array, at: number, ref: NodeRef | undefined): number {
  if (ref === undefined) {
    out[at] = 0x80;
    return at + 1;
  }
  if (typeof ref !== "string") {
    const bytes = encodeNode(ref);
    out.set(bytes, at);
    return at + bytes.length;
  }
  out[at] = 0x80 + hashLength;
  for (let i = 0; i < hashLength; i++) out[at + 1 + i] = ref.charCodeAt(i);
  return at + 1 + hashLength;
}

function encodeBranch(children: Branch["children"]): Uint8Array {
  let payload = 1;
  for (const child of children) payload += refLength(child);
  const { out, at: start } = openList(payload);
  let at = start;
  for (const child of children) at = writeRef(out, at, child);
  out[at] = 0x80;
  return out;
}

function encodeExtension(node: Extension): Uint8Array {
  const path = compact(node.path, false);
  const { out, at } = openList(itemLength(path) + refLength(node.child));
  writeRef(out, writeItem(out, at, path), node.child);
  return out;
}

/** Returns the RLP of a node; children that are nodes themselves are embedded. */
export function encodeNode(node: TrieNode): Uint8Array {
  if (node.kind === "branch") return encodeBranch(node.children);
  if (node.kind === "extension") return encodeExtension(node);
  return encodeItems([compact(node.path, true), node.value]);
}

/** Returns whether a node of this encoded length is embedded in its parent. */
export const isEmbedded = (encoded: Uint8Array) => encoded.length < hashLength;
