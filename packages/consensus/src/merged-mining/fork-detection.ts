/**
 * Fork-detection data (RSKIP-110): twelve bytes in every tag that tell, to whoever reads the
 * Bitcoin chain, which branch a miner builds on. A branch mined in hiding shows.
 *
 * Layout: 7 bytes of commit-to-parents vector, 1 byte number of recent uncles, 4 bytes height.
 */
import { hashBitcoinHeader } from "@tandem/bitcoin";
import type { Header, Rules } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";

/** Bytes of fork-detection data. */
export const forkDataBytes = 12;
/** First height whose tag carries it. */
export const forkDataHeightMin = 449;

/** Bytes of the commit-to-parents vector. */
export const vectorLength = 7;
/** Blocks between the heights its bytes are taken from. */
export const vectorStride = 64;
/** Blocks before a block whose uncles are counted. */
export const uncleWindow = 32;
const uncleSumMax = 255;

/** Returns the heights of the blocks the vector's bytes are taken from, newest first. */
export function vectorHeights(number: number): number[] {
  const newest = Math.floor((number - 1) / vectorStride) * vectorStride;
  return Array.from({ length: vectorLength }, (_, i) => newest - vectorStride * i);
}

/**
 * Returns a block's byte of a vector: the last byte, in display order, of its Bitcoin header's
 * hash.
 */
export function vectorByteOf(header: Pick<Header, "bitcoinMergedMiningHeader">): number {
  const bytes = header.bitcoinMergedMiningHeader;
  const known = vectorBytes.get(bytes);
  if (known !== undefined) return known;
  const byte = hashBitcoinHeader(bytes)[0] as number;
  vectorBytes.set(bytes, byte);
  return byte;
}

/** By the 80 bytes, which do not change: each of seven blocks is asked for 64 times. */
const vectorBytes = new WeakMap<Uint8Array, number>();

/**
 * Computes the twelve bytes of fork-detection data (RSKIP-110); undefined when a needed ancestor is
 * not known.
 */
function computeForkData(
  number: number,
  headerAt: (height: number) => Header | undefined,
): Uint8Array | undefined {
  const marked = vectorHeights(number).map(headerAt);
  const recent = Array.from({ length: uncleWindow }, (_, i) => headerAt(number - 1 - i));
  const data = new Uint8Array(forkDataBytes);
  for (const [i, header] of marked.entries()) {
    if (header === undefined) return undefined;
    data[i] = vectorByteOf(header);
  }
  let uncles = 0;
  for (const header of recent) {
    if (header === undefined) return undefined;
    uncles += header.uncleCount;
  }
  data[vectorLength] = Math.min(uncles, uncleSumMax);
  new DataView(data.buffer).setUint32(vectorLength + 1, number);
  return data;
}

/** Returns true when the tag of the block at this height carries fork-detection data. */
export function hasForkData(number: number, rules: Rules): boolean {
  return rules.forkDetection && number >= forkDataHeightMin;
}

/**
 * Computes the twelve bytes for the block at `number`; undefined below height 449 or while the rule
 * is off.
 * @throws {RangeError} when the ancestry does not reach back 449 blocks: a bug of the caller.
 */
export function forkDetectionData(
  number: number,
  ancestry: Ancestry,
  rules: Rules,
): Uint8Array | undefined {
  if (!hasForkData(number, rules)) return undefined;
  const data = computeForkData(number, (height) => ancestry.header(height));
  if (data === undefined) throw new RangeError(`an ancestor of block ${number} is missing`);
  return data;
}

/**
 * Returns the lowest height the fork-detection data of a block depends on: at most 448 below it.
 */
export function oldestForkAncestor(number: number): number {
  return Math.min(...vectorHeights(number));
}
