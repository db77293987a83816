/**
 * Computes the root of a Merkle Patricia trie whose keys are `rlp(index)`: the transactions and
 * receipts of a block. All pairs are known beforehand, so the trie is hashed bottom-up in one pass
 * without insertion; @ethereumjs/mpt, which inserts, is the oracle of the test. A value is read
 * when its leaf is hashed, and keys are computed without allocation, since objects that live until
 * the root is computed burden the garbage collector.
 */

import { runSync } from "@tandem/runtime";
import { keccak256 } from "../bytes/hash.js";
import { fromHex } from "../bytes/hex.js";
import { encodeItems, encodePassing, encodeString, listOf } from "../rlp/rlp-list.js";

/** The root of a trie without entries: keccak-256 of the empty RLP string. */
export const emptyTrieRoot: Uint8Array = fromHex(
  "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421",
);

/** Returns the value at an index; it is not empty. */
type ValueAt = (index: number) => Uint8Array;

/** Indexes in the order of their keys, and their values. */
interface Leaves {
  readonly order: Uint32Array;
  readonly valueAt: ValueAt;
  /** The references of branches that are hashed already, by the index of their first leaf. */
  readonly hashed?: ReadonlyMap<number, Uint8Array> | undefined;
}

/**
 * Returns the number of bytes behind the prefix of an encoded index: an index below 128 is its own
 * encoding, and zero has none.
 */
const digitsOf = (index: number) =>
  index < 0x80 ? 0 : index < 0x100 ? 1 : index < 0x1_0000 ? 2 : index < 0x100_0000 ? 3 : 4;

const nibblesOf = (index: number) => 2 + 2 * digitsOf(index);

/** Returns a nibble of `rlp(index)`. */
function nibbleAt(index: number, depth: number): number {
  const digits = digitsOf(index);
  const at = depth >> 1;
  const prefix = digits === 0 ? index || 0x80 : 0x80 + digits;
  const byte = at === 0 ? prefix : (index >>> (8 * (digits - at))) & 0xff;
  return depth % 2 === 0 ? byte >> 4 : byte & 15;
}

/** Returns the indexes in the order of `rlp(index)`: 1 to 127, 0, the rest. */
function inKeyOrder(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const zeroAt = Math.min(count, 0x80) - 1;
  order.copyWithin(0, 1, zeroAt + 1);
  order[zeroAt] = 0;
  return order;
}

/** Encodes a part of a key in hex-prefix form (yellow paper, appendix C). */
function compactPath(index: number, from: number, to: number, isLeaf: boolean): Uint8Array {
  const isOdd = (to - from) % 2;
  const out = new Uint8Array(1 + (to - from - isOdd) / 2);
  out[0] = (isLeaf ? 0x20 : 0) | (isOdd === 1 ? 0x10 | nibbleAt(index, from) : 0);
  for (let depth = from + isOdd, at = 1; depth < to; depth += 2, at++) {
    out[at] = (nibbleAt(index, depth) << 4) | nibbleAt(index, depth + 1);
  }
  return out;
}

/** Returns a node's reference in its parent: the node itself below 32 bytes, else its hash. */
const reference = (node: Uint8Array) => (node.length < 32 ? node : encodeString(keccak256(node)));

/** Counts the nibbles behind `depth` that the keys from `from` to `to` share. */
function sharedLength(order: Uint32Array, from: number, to: number, depth: number): number {
  const first = order[from] as number;
  const last = order[to - 1] as number;
  const most = nibblesOf(first) - depth;
  let length = 0;
  while (length < most && nibbleAt(first, depth + length) === nibbleAt(last, depth + length)) {
    length++;
  }
  return length;
}

const noValue = Uint8Array.of(0x80);

function leafItems({ order, valueAt }: Leaves, at: number, depth: number): Uint8Array[] {
  const index = order[at] as number;
  return [compactPath(index, depth, nibblesOf(index), true), valueAt(index)];
}

function leafReference(leaves: Leaves, at: number, depth: number): Uint8Array {
  const node = encodePassing(leafItems(leaves, at, depth));
  return node.length < 32 ? node.slice() : reference(node);
}

/** Encodes the node over the leaves from `from` to `to`, whose first `depth` nibbles are equal. */
function* build(
  leaves: Leaves,
  from: number,
  to: number,
  depth: number,
): Generator<void, Uint8Array> {
  const { order } = leaves;
  if (to === from + 1) return encodeItems(leafItems(leaves, from, depth));
  const shared = sharedLength(order, from, to, depth);
  if (shared > 0) {
    const path = compactPath(order[from] as number, depth, depth + shared, false);
    return listOf([encodeString(path), yield* referenceOf(leaves, from, to, depth + shared)]);
  }
  const branch: Uint8Array[] = [];
  let start = from;
  for (let nibble = 0; nibble < 16; nibble++) {
    const end = endOf(order, start, to, depth, nibble);
    if (start === end) branch.push(noValue);
    else if (end === start + 1) branch.push(leafReference(leaves, start, depth + 1));
    else branch.push(yield* referenceOf(leaves, start, end, depth + 1));
    start = end;
  }
  branch.push(noValue);
  yield;
  return listOf(branch);
}

/** Returns the reference of the node over these leaves. */
function* referenceOf(
  leaves: Leaves,
  from: number,
  to: number,
  depth: number,
): Generator<void, Uint8Array> {
  const first = leaves.order[from] as number;
  const isLastNibble = depth === nibblesOf(first) - 1;
  const hashed = isLastNibble ? leaves.hashed?.get(first) : undefined;
  return hashed ?? reference(yield* build(leaves, from, to, depth));
}

/** Returns the end of the run of keys that continue with a nibble, from `start` on. */
function endOf(
  order: Uint32Array,
  start: number,
  to: number,
  depth: number,
  nibble: number,
): number {
  let end = start;
  while (end < to && nibbleAt(order[end] as number, depth) === nibble) end++;
  return end;
}

/**
 * Computes the trie root over `rlp(index)` keys: 32 bytes. No key is a prefix of another, so a
 * branch never has a value.
 */
export const orderedTrieRoot = (values: readonly Uint8Array[]): Uint8Array =>
  runSync(orderedTrieSteps(values.length, (index) => values[index] as Uint8Array));

/** Computes the same root, in steps. */
export function* orderedTrieSteps(count: number, valueAt: ValueAt): Generator<void, Uint8Array> {
  if (count === 0) return emptyTrieRoot;
  return keccak256(yield* build({ order: inKeyOrder(count), valueAt }, 0, count, 0));
}

/** The number of consecutive indexes whose keys differ in the last nibble alone: a whole branch. */
const siblings = 16;

/**
 * Computes the same root of values that are known one after the other. Sixteen values are hashed as
 * soon as they make a branch, and are not kept.
 */
export class OrderedTrieHasher {
  #count = 0;
  /** The values that no hashed branch has, by their indexes. */
  #values = new Map<number, Uint8Array>();
  readonly #hashed = new Map<number, Uint8Array>();

  add(value: Uint8Array): void {
    this.#values.set(this.#count++, value);
    const first = this.#count - siblings;
    // The key of index 0 is not beside those of 1 to 15.
    if (first > 0 && first % siblings === 0) this.#hash(first);
  }

  root(): Uint8Array {
    const order = inKeyOrder(this.#count);
    const leaves = { order, valueAt: this.#valueAt, hashed: this.#hashed };
    return this.#count === 0 ? emptyTrieRoot : keccak256(runSync(build(leaves, 0, this.#count, 0)));
  }

  readonly #valueAt = (index: number) => this.#values.get(index) as Uint8Array;

  #hash(first: number): void {
    const order = Uint32Array.from({ length: siblings }, (_, i) => first + i);
    const leaves = { order, valueAt: this.#valueAt };
    const branch = runSync(build(leaves, 0, siblings, nibblesOf(first) - 1));
    this.#hashed.set(first, reference(branch));
    for (const index of order) this.#values.delete(index);
  }
}

/**
 * Computes, in steps, the encoded nodes from the root down to the value at `index`, root first. Nodes shorter
 * than 32 bytes are embedded in their parents and not listed, as verifiers expect.
 * @throws {RangeError} when there is no such value.
 */
export function* orderedTrieProofSteps(
  values: readonly Uint8Array[],
  index: number,
): Generator<void, Uint8Array[]> {
  if (values[index] === undefined) throw new RangeError(`no value ${index} of ${values.length}`);
  const order = inKeyOrder(values.length);
  const leaves = { order, valueAt: (at: number) => values[at] as Uint8Array };
  const proof: Uint8Array[] = [];
  let [from, to, depth] = [0, values.length, 0];
  for (;;) {
    const encoded = yield* build(leaves, from, to, depth);
    if (depth === 0 || encoded.length >= 32) proof.push(encoded);
    if (to === from + 1) return proof;
    const shared = sharedLength(order, from, to, depth);
    depth += shared;
    if (shared > 0) continue;
    const nibble = nibbleAt(index, depth);
    while (nibbleAt(order[from] as number, depth) !== nibble) from++;
    to = endOf(order, from, to, depth, nibble);
    depth++;
  }
}
