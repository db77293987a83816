/**
 * The hash for merged mining, to which a Bitcoin miner commits: keccak-256 of the header without
 * its proof, with the last twelve bytes replaced by fork-detection data (RSKIP-92, RSKIP-110).
 */
import {
  concat,
  encodeHeaderForWork,
  type Header,
  keccak256,
  type Rules,
  type UnsealedHeader,
} from "@tandem/primitives";
import { lastIndexOf, splitCoinbase, tagHashBytes, tagPrefix } from "./coinbase.js";
import { forkDataBytes, hasForkData } from "./fork-detection.js";

/** Bytes of the base hash before the fork-detection data. */
export const prefixBytes: number = tagHashBytes - forkDataBytes;

/** Cached by the header, which does not change: verification computes its base hash three times. */
const baseHashes = new WeakMap<UnsealedHeader, Uint8Array>();

/** Computes keccak-256 of the header without its proof: 32 bytes. */
export function baseHash(header: UnsealedHeader): Uint8Array {
  const known = baseHashes.get(header);
  if (known !== undefined) return known;
  const hash = keccak256(encodeHeaderForWork(header));
  baseHashes.set(header, hash);
  return hash;
}

/** Copies the cached base hash: headers that differ only in their proofs have the same. */
export function carryBaseHash(from: UnsealedHeader, to: UnsealedHeader): void {
  const known = baseHashes.get(from);
  if (known !== undefined) baseHashes.set(to, known);
}

/**
 * Computes the hash for merged mining: 32 bytes.
 * @param forkData twelve bytes, or undefined if the tag has none.
 */
export function hashForMergedMining(
  header: UnsealedHeader,
  forkData: Uint8Array | undefined,
): Uint8Array {
  const base = baseHash(header);
  return forkData === undefined ? base : concat(base.subarray(0, prefixBytes), forkData);
}

/** Returns the twelve bytes of a sealed header's tag, unverified; undefined without a tag. */
export function committedForkData(header: Header): Uint8Array | undefined {
  const coinbase = splitCoinbase(header.bitcoinMergedMiningCoinbaseTransaction);
  if (coinbase === undefined) return undefined;
  const base = baseHash(header);
  return forkDataAfter(coinbase.tail, concat(tagPrefix, base.subarray(0, prefixBytes)));
}

function forkDataAfter(tail: Uint8Array, prefix: Uint8Array): Uint8Array | undefined {
  const index = lastIndexOf(tail, prefix);
  if (index === undefined) return undefined;
  const start = index + prefix.length;
  return start + forkDataBytes <= tail.length
    ? tail.slice(start, start + forkDataBytes)
    : undefined;
}

/**
 * Returns a header's hash for merged mining according to its own proof. A header without a proof,
 * such as genesis, has the plain base hash; undefined if a proof lacks the tag of this header.
 */
export function committedHash(header: Header, rules: Rules): Uint8Array | undefined {
  const isSealed = header.bitcoinMergedMiningCoinbaseTransaction.length > 0;
  if (!isSealed || !hasForkData(header.number, rules))
    return hashForMergedMining(header, undefined);
  const forkData = committedForkData(header);
  return forkData === undefined ? undefined : hashForMergedMining(header, forkData);
}
