/**
 * The tag in a coinbase transaction, and the compressed coinbase in a header: the SHA-256 midstate
 * before the 64-byte block in which the tag begins, then the bytes from there on. So a proof does
 * not contain the whole transaction, which may be long.
 */
import { blockBytes, type Midstate, midstateAfter, stateBytes } from "@tandem/bitcoin";
import { concat } from "@tandem/primitives";

/** The prefix of the hash for merged mining. */
export const tagPrefix: Uint8Array = new TextEncoder().encode("RSKBLOCK:");

/** Bytes of the hash after the prefix. */
export const tagHashBytes = 32;

/** Bytes of the trimmed midstate: an 8-byte count, then the state. */
export const midstateBytes: number = 8 + stateBytes;

/** Returns the offset of the last occurrence, or undefined. */
export function lastIndexOf(bytes: Uint8Array, wanted: Uint8Array): number | undefined {
  const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(wanted);
  return index < 0 ? undefined : index;
}

/** Returns the output script of a tag: OP_RETURN, a push of 41 bytes, the prefix, the hash. */
export function tagScript(hashForMergedMining: Uint8Array): Uint8Array {
  const pushed = tagPrefix.length + tagHashBytes;
  return concat(Uint8Array.of(0x6a, pushed), tagPrefix, hashForMergedMining);
}

/**
 * Returns the hash after the last tag of a coinbase; undefined without a tag, or if it is
 * truncated.
 */
export function taggedHash(coinbase: Uint8Array): Uint8Array | undefined {
  const index = lastIndexOf(coinbase, tagPrefix);
  if (index === undefined) return undefined;
  const start = index + tagPrefix.length;
  return start + tagHashBytes <= coinbase.length
    ? coinbase.slice(start, start + tagHashBytes)
    : undefined;
}

/** Splits a coinbase without witnesses into midstate and tail, the form in a header. */
export function compressCoinbase(coinbase: Uint8Array): Uint8Array {
  const tagIndex = lastIndexOf(coinbase, tagPrefix) ?? 0;
  const blocks = Math.floor(tagIndex / blockBytes);
  const { state, count } = midstateAfter(coinbase, blocks);
  const countBytes = new Uint8Array(8);
  new DataView(countBytes.buffer).setBigUint64(0, BigInt(count));
  return concat(countBytes, state, coinbase.subarray(count));
}

export interface CompressedCoinbase {
  readonly midstate: Midstate;
  /** The bytes from the 64-byte block in which the tag begins to the end. */
  readonly tail: Uint8Array;
}

/**
 * Decodes the coinbase field. Returns undefined if it is shorter than a midstate. The count of
 * bytes is not checked; it is inexact above 2^53 - 1.
 */
export function splitCoinbase(field: Uint8Array): CompressedCoinbase | undefined {
  if (field.length < midstateBytes) return undefined;
  const count = Number(new DataView(field.buffer, field.byteOffset, 8).getBigUint64(0));
  const midstate = { state: field.subarray(8, midstateBytes), count };
  return { midstate, tail: field.subarray(midstateBytes) };
}
