/**
 * Encodes RLP in one pass into bytes of the right length. A block encodes thousands of trie nodes and
 * receipts, and the library's encoder allocates memory for each of their items.
 */

import { shortLivedBytes } from "../bytes/cut-bytes.js";

/** A string, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Returns the length of the prefix of a string or list of `length` bytes. */
function prefixLength(length: number): number {
  if (length < 56) return 1;
  if (length < 0x100) return 2;
  if (length < 0x10000) return 3;
  return length < 0x1000000 ? 4 : 5;
}

const isOwnPrefix = (item: Uint8Array) => item.length === 1 && (item[0] as number) < 0x80;

/** Returns the length of a string item with its prefix. */
export function itemLength(item: Uint8Array): number {
  return isOwnPrefix(item) ? 1 : prefixLength(item.length) + item.length;
}

function writePrefix(out: Uint8Array, at: number, length: number, base: number): number {
  if (length < 56) {
    out[at] = base + length;
    return at + 1;
  }
  const digits = prefixLength(length) - 1;
  out[at] = base + 55 + digits;
  for (let i = digits; i > 0; i--) {
    out[at + i] = length & 0xff;
    length >>>= 8;
  }
  return at + 1 + digits;
}

type Allocate = (length: number) => Uint8Array;

const ownBytes: Allocate = (length) => new Uint8Array(length);

/**
 * Allocates a list with a payload of `payload` bytes and writes its prefix. Returns the bytes and
 * the next offset.
 */
export function openList(
  payload: number,
  allocate = ownBytes,
): { readonly out: Uint8Array; readonly at: number } {
  const out = allocate(prefixLength(payload) + payload);
  return { out, at: writePrefix(out, 0, payload, 0xc0) };
}

/** Writes an item and returns the offset behind it. */
export function writeItem(out: Uint8Array, at: number, item: Uint8Array): number {
  const start = isOwnPrefix(item) ? at : writePrefix(out, at, item.length, 0x80);
  out.set(item, start);
  return start + item.length;
}

/** Encodes an RLP list of strings. */
export function encodeItems(items: readonly Uint8Array[]): Uint8Array {
  const payload = payloadOf(items);
  return writeItems(new Uint8Array(prefixLength(payload) + payload), payload, items);
}

function payloadOf(items: readonly Uint8Array[]): number {
  let payload = 0;
  for (const item of items) payload += itemLength(item);
  return payload;
}

function writeItems(out: Uint8Array, payload: number, items: readonly Uint8Array[]): Uint8Array {
  let at = writePrefix(out, 0, payload, 0xc0);
  for (const item of items) at = writeItem(out, at, item);
  return out;
}

/** The size of shared buffers; for longer results they save nothing. */
const passingBytesMax = 4096;
const passing = new Uint8Array(passingBytesMax);

/**
 * Encodes an RLP list of strings in a shared buffer, for hashing: allocating bytes costs more than
 * hashing them.
 * @returns bytes that are valid until the next call.
 */
export function encodePassing(items: readonly Uint8Array[]): Uint8Array {
  const payload = payloadOf(items);
  const length = prefixLength(payload) + payload;
  if (length > passingBytesMax) return writeItems(new Uint8Array(length), payload, items);
  writeItems(passing, payload, items);
  return passing.subarray(0, length);
}

/** Encodes any RLP item. */
export const encodeRlp = (item: RlpItem): Uint8Array => encodeWith(item, ownBytes);

function encodeWith(item: RlpItem, allocate: Allocate): Uint8Array {
  const payloads: number[] = [];
  const out = allocate(measure(item, payloads));
  writeNested(out, item, { at: 0, list: 0 }, payloads);
  return out;
}

const passingRlp = new Uint8Array(passingBytesMax);

/**
 * Encodes any RLP item in a shared buffer, for callers that copy it at once.
 * @param before a byte in front of it, if any (EIP-2718).
 * @returns bytes that are valid until the next call.
 */
export function encodeRlpPassing(item: RlpItem, before: readonly number[]): Uint8Array {
  const payloads: number[] = [];
  const length = before.length + measure(item, payloads);
  const out = length > passingBytesMax ? new Uint8Array(length) : passingRlp;
  out.set(before);
  writeNested(out, item, { at: before.length, list: 0 }, payloads);
  return out.subarray(0, length);
}

/** Entries of a long list that are encoded between two steps: less than a millisecond. */
const entriesInStep = 256;

/** Encodes an RLP list that is copied soon, in steps if it is long. */
export function* encodeListSteps<T>(
  entries: readonly T[],
  itemOf: (entry: T) => RlpItem,
): Generator<void, Uint8Array> {
  if (entries.length <= entriesInStep) return encodeWith(entries.map(itemOf), shortLivedBytes);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < entries.length; at += entriesInStep) {
    pieces.push(encodeWithoutPrefix(entries.slice(at, at + entriesInStep).map(itemOf)));
    yield;
  }
  return listOf(pieces, shortLivedBytes);
}

/** Concatenates the encoded items. */
function encodeWithoutPrefix(items: readonly RlpItem[]): Uint8Array {
  const payloads: number[] = [];
  let length = 0;
  for (const item of items) length += measure(item, payloads);
  const out = new Uint8Array(length);
  const cursor = { at: 0, list: 0 };
  for (const item of items) writeNested(out, item, cursor, payloads);
  return out;
}

/** Encodes an RLP list of items that are encoded already; some may be concatenated. */
export function listOf(encoded: readonly Uint8Array[], allocate = ownBytes): Uint8Array {
  let payload = 0;
  for (const item of encoded) payload += item.length;
  const list = openList(payload, allocate);
  let at = list.at;
  for (const item of encoded) {
    list.out.set(item, at);
    at += item.length;
  }
  return list.out;
}

/**
 * Returns the length of an encoded item. @param payloads receives the payload length of each list,
 * in preorder.
 */
function measure(item: RlpItem, payloads: number[]): number {
  if (item instanceof Uint8Array) return itemLength(item);
  const list = payloads.push(0) - 1;
  let payload = 0;
  for (const one of item) payload += measure(one, payloads);
  payloads[list] = payload;
  return prefixLength(payload) + payload;
}

function writeNested(
  out: Uint8Array,
  item: RlpItem,
  cursor: { at: number; list: number },
  payloads: readonly number[],
): void {
  if (item instanceof Uint8Array) {
    cursor.at = writeItem(out, cursor.at, item);
    return;
  }
  cursor.at = writePrefix(out, cursor.at, payloads[cursor.list++] as number, 0xc0);
  for (const one of item) writeNested(out, one, cursor, payloads);
}

/** Encodes one RLP string. */
export function encodeString(item: Uint8Array): Uint8Array {
  const out = new Uint8Array(itemLength(item));
  writeItem(out, 0, item);
  return out;
}

/**
 * Returns the bounds of an item's payload, given the offset of its prefix. Lengths of more than two
 * bytes do not occur.
 */
function bounds(list: Uint8Array, at: number): readonly [from: number, to: number] {
  const prefix = list[at] as number;
  if (prefix < 0x80) return [at, at + 1];
  const base = prefix < 0xc0 ? 0x80 : 0xc0;
  const length = prefix - base;
  if (length < 56) return [at + 1, at + 1 + length];
  if (length === 56) return [at + 2, at + 2 + (list[at + 1] as number)];
  const long = ((list[at + 1] as number) << 8) | (list[at + 2] as number);
  return [at + 3, at + 3 + long];
}

/**
 * Decodes a flat RLP list of strings that this package encoded, shorter than 64 KiB; the results
 * are views.
 */
export function decodeItems(list: Uint8Array): Uint8Array[] {
  const [start, end] = bounds(list, 0);
  const items: Uint8Array[] = [];
  for (let at = start; at < end; ) {
    const [from, to] = bounds(list, at);
    items.push(list.subarray(from, to));
    at = to;
  }
  return items;
}
