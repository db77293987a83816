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

/** Describes the branch that ends at a header. */
interface BranchEnd {
  /** The commit-to-parents vector of the next block. */
  readonly vector: Uint8Array;
  /** The uncles of the last `uncleWindow` blocks. */
  readonly uncles: number;
}

/** Caches data by a branch's last header, whose ancestors do not change, for the block after it. */
const branchEnds = new WeakMap<Header, BranchEnd>();

type HeaderAt = (height: number) => Header | undefined;

function vectorOf(number: number, headerAt: HeaderAt): Uint8Array | undefined {
  const vector = new Uint8Array(vectorLength);
  for (const [i, height] of vectorHeights(number).entries()) {
    const header = headerAt(height);
    if (header === undefined) return undefined;
    vector[i] = vectorByteOf(header);
  }
  return vector;
}

function unclesBefore(number: number, headerAt: HeaderAt): number | undefined {
  let uncles = 0;
  for (let height = number - uncleWindow; height < number; height++) {
    const header = headerAt(height);
    if (header === undefined) return undefined;
    uncles += header.uncleCount;
  }
  return uncles;
}

const strideOf = (number: number) => Math.floor((number - 1) / vectorStride);

/** Returns the end of the branch below the block at `number`; undefined without a needed ancestor. */
function branchEndBefore(number: number, headerAt: HeaderAt): BranchEnd | undefined {
  const tip = headerAt(number - 1);
  if (tip === undefined) return undefined;
  const known = branchEnds.get(tip);
  if (known !== undefined) return known;
  const parent = headerAt(number - 2);
  const before = parent && branchEnds.get(parent);
  const left = before && headerAt(number - 1 - uncleWindow);
  const isSameStride = strideOf(number) === strideOf(number - 1);
  const vector = before && isSameStride ? before.vector : vectorOf(number, headerAt);
  const uncles =
    before && left
      ? before.uncles + tip.uncleCount - left.uncleCount
      : unclesBefore(number, headerAt);
  if (vector === undefined || uncles === undefined) return undefined;
  const end = { vector, uncles };
  branchEnds.set(tip, end);
  return end;
}

/**
 * Computes the twelve bytes of fork-detection data (RSKIP-110); undefined if a needed ancestor is
 * not known.
 */
function computeForkData(number: number, headerAt: HeaderAt): Uint8Array | undefined {
  const end = branchEndBefore(number, headerAt);
  if (end === undefined) return undefined;
  const data = new Uint8Array(forkDataBytes);
  data.set(end.vector);
  data[vectorLength] = Math.min(end.uncles, uncleSumMax);
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
