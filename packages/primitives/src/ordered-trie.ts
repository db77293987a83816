/**
 * Root of a Merkle Patricia trie whose keys are `rlp(index)`: the transactions and receipts of a
 * block. All pairs are known beforehand, so the trie is hashed bottom-up in one pass and nothing
 * is inserted; @ethereumjs/mpt, which inserts, is the oracle of its test.
 */
import { fromBigInt } from "./bytes.js";
import { keccak256 } from "./hash.js";
import { encodeRlp, encodeString, type RlpItem } from "./rlp-list.js";
import { inOneGo } from "./turn.js";

/** keccak-256 of the empty RLP string: the root of a trie without entries. */
export const emptyTrieRoot: Uint8Array = keccak256(Uint8Array.of(0x80));

interface Entry {
  readonly nibbles: Uint8Array;
  readonly value: Uint8Array;
}

function toNibbles(bytes: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    nibbles[2 * i] = (bytes[i] as number) >> 4;
    nibbles[2 * i + 1] = (bytes[i] as number) & 15;
  }
  return nibbles;
}

/** Hex-prefix form of a path (yellow paper, appendix C). */
function compactPath(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2;
  const out = new Uint8Array(1 + (nibbles.length - isOdd) / 2);
  out[0] = (isLeaf ? 0x20 : 0) | (isOdd === 1 ? 0x10 | (nibbles[0] as number) : 0);
  for (let i = isOdd, at = 1; i < nibbles.length; i += 2, at++) {
    out[at] = ((nibbles[i] as number) << 4) | (nibbles[i + 1] as number);
  }
  return out;
}

/** A node as its parent holds it: itself below 32 bytes, else its hash. */
function reference(node: RlpItem): RlpItem {
  const encoded = encodeRlp(node);
  return encoded.length < 32 ? node : keccak256(encoded);
}

function sharedLength(entries: readonly Entry[], depth: number): number {
  const first = (entries[0] as Entry).nibbles;
  const last = (entries[entries.length - 1] as Entry).nibbles;
  let length = 0;
  while (depth + length < first.length && first[depth + length] === last[depth + length]) length++;
  return length;
}

const noValue = new Uint8Array(0);

/** Node over `entries`, sorted and alike in their first `depth` nibbles. */
function* build(entries: readonly Entry[], depth: number): Generator<void, RlpItem> {
  const [first] = entries as readonly [Entry];
  if (entries.length === 1) return leaf(first, depth);
  const shared = sharedLength(entries, depth);
  if (shared > 0) {
    const path = compactPath(first.nibbles.subarray(depth, depth + shared), false);
    return [path, reference(yield* build(entries, depth + shared))];
  }
  const branch: RlpItem[] = [];
  let from = 0;
  for (let nibble = 0; nibble < 16; nibble++) {
    let to = from;
    while (to < entries.length && (entries[to] as Entry).nibbles[depth] === nibble) to++;
    if (from === to) branch.push(noValue);
    else if (to === from + 1) branch.push(reference(leaf(entries[from] as Entry, depth + 1)));
    else branch.push(reference(yield* build(entries.slice(from, to), depth + 1)));
    from = to;
  }
  yield;
  return [...branch, noValue];
}

const leaf = ({ nibbles, value }: Entry, depth: number): RlpItem => [
  compactPath(nibbles.subarray(depth), true),
  value,
];

/** In the order of their keys. */
function entriesOf(values: readonly Uint8Array[]): Entry[] {
  const entries = values.map((value, index) => ({ nibbles: nibblesOfKey(index), value }));
  return entries.sort((a, b) => Buffer.compare(a.nibbles, b.nibbles));
}

const nibblesOfKey = (index: number) => toNibbles(encodeString(fromBigInt(index)));

/** 32 bytes. No key is a prefix of another, so a branch never holds a value. */
export const orderedTrieRoot = (values: readonly Uint8Array[]): Uint8Array =>
  inOneGo(orderedTrieSteps(values));

/** The same, to be left off in between. */
export function* orderedTrieSteps(values: readonly Uint8Array[]): Generator<void, Uint8Array> {
  if (values.length === 0) return emptyTrieRoot;
  return keccak256(encodeRlp(yield* build(entriesOf(values), 0)));
}

/**
 * The encoded nodes from the root down to the value at `index`, root first. Nodes shorter than 32
 * bytes stand inside their parents and not in the list, as verifiers of such proofs expect.
 * @throws {RangeError} when there is no such value.
 */
export function orderedTrieProof(values: readonly Uint8Array[], index: number): Uint8Array[] {
  if (values[index] === undefined) throw new RangeError(`no value ${index} of ${values.length}`);
  const key = nibblesOfKey(index);
  const proof: Uint8Array[] = [];
  let entries = entriesOf(values);
  let depth = 0;
  for (;;) {
    const encoded = encodeRlp(inOneGo(build(entries, depth)));
    if (depth === 0 || encoded.length >= 32) proof.push(encoded);
    if (entries.length === 1) return proof;
    const shared = sharedLength(entries, depth);
    if (shared === 0) entries = entries.filter(({ nibbles }) => nibbles[depth] === key[depth]);
    depth += shared === 0 ? 1 : shared;
  }
}
