/**
 * Fork-detection data (RSKIP-110): twelve bytes in every tag from which readers of the Bitcoin
 * chain see which branch a miner builds on, so that a branch mined in secret is detected.
 *
 * Layout: 7 bytes of commit-to-parents vector, 1 byte number of recent uncles, 4 bytes height.
 */
import { hashBitcoinHeader } from "@tandem/bitcoin";
import type { Header, Rules } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";

/** Bytes of fork-detection data. */
export const forkDataBytes = 12;
/** The first height whose tag contains it. */
export const forkDataHeightMin = 449;

/** Bytes of the commit-to-parents vector. */
export const vectorLength = 7;
/** Blocks between the heights from which its bytes are taken. */
export const vectorStride = 64;
/** Blocks before a block whose uncles are counted. */
export const uncleWindow = 32;
const uncleSumMax = 255;

/** Returns the heights of the blocks from which the vector's bytes are taken, newest first. */
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

/** Cached by the 80 bytes, which do not change: each of the seven blocks is read 64 times. */
const vectorBytes = new WeakMap<Uint8Array, number>();

/**
 * Computes the twelve bytes of fork-detection data (RSKIP-110); undefined if a needed ancestor is
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

/** Returns whether the tag of the block at this height contains fork-detection data. */
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
 * Returns the lowest height on which the fork-detection data of a block depends: at most 448 below
 * it.
 */
export function oldestForkAncestor(number: number): number {
  return Math.min(...vectorHeights(number));
}
