/**
 * Where a tag stands to the main chain. A vector's bytes come from blocks 64 apart; those of common
 * ancestors agree, and from the first that does not the branch was on its own. By chance one byte in
 * 256 agrees all the same, so only an unbroken run from the oldest byte on counts.
 */
import { isEqual } from "@tandem/primitives";
import { aheadBlocksMax, plausibleAheadMax } from "../limits.js";
import {
  forkDataHeightMin,
  vectorHeights,
  vectorLength,
  vectorStride,
} from "../merged-mining/fork-detection.js";
import type { MainChain } from "./main-chain.js";
import type { ForkTag } from "./tag.js";

/** Heights of our chain a branch left the main chain between. */
export interface ForkRange {
  /** The oldest its last common block can be; 0 when no byte agrees, so that nothing is known. */
  readonly from: number;
  /** The newest its first block of its own can be. */
  readonly to: number;
}

/** One byte of a vector that is not the main chain's: a name for a hidden block. */
export interface HiddenByte {
  readonly height: number;
  readonly byte: number;
}

export type Placement =
  /** The block of the main chain itself. */
  | { readonly kind: "main-chain" }
  /** Another block on main-chain ancestors: an uncle, a lost race, a head that is still to come. */
  | { readonly kind: "sibling" }
  /** A block on ancestors that the main chain has not. */
  | { readonly kind: "witness"; readonly range: ForkRange; readonly hidden: readonly HiddenByte[] }
  /** Nothing can be said: no fork-detection data, or none of the blocks it points to is known. */
  | { readonly kind: "unplaced" };

/**
 * Returns the heights of the main chain needed to place a tag, for callers that fetch them first.
 */
export function heightsToPlace({ height }: ForkTag, head: number): number[] {
  if (!hasForkDataAt(height, head)) {
    return Array.from({ length: forkDataHeightMin - 1 }, (_, i) => i + 1);
  }
  return [height, ...vectorHeights(height)].filter((one) => one <= head);
}

const hasForkDataAt = (height: number, head: number) =>
  height >= forkDataHeightMin && height <= head + plausibleAheadMax;

export function placeTag(tag: ForkTag, mainChain: MainChain): Placement {
  const head = mainChain.headHeight();
  if (isBlockOf(mainChain, tag.height, tag)) return { kind: "main-chain" };
  const placement: Placement = hasForkDataAt(tag.height, head)
    ? placeVector(tag, mainChain, head)
    : { kind: "unplaced" };
  const isEarly = placement.kind === "unplaced" && isEarlyBlock(mainChain, tag);
  return isEarly ? { kind: "main-chain" } : placement;
}

function isBlockOf(mainChain: MainChain, height: number, { prefix }: ForkTag): boolean {
  const block = mainChain.block(height);
  return block !== undefined && isEqual(block.prefix, prefix);
}

/**
 * Returns whether a tag is from before fork-detection data: it reads as noise, but its first 20
 * bytes are the block's.
 */
function isEarlyBlock(mainChain: MainChain, tag: ForkTag): boolean {
  for (let height = 1; height < forkDataHeightMin; height++) {
    if (isBlockOf(mainChain, height, tag)) return true;
  }
  return false;
}

function placeVector(tag: ForkTag, mainChain: MainChain, head: number): Placement {
  const heights = vectorHeights(tag.height);
  /** The newest height whose byte agrees as all older ones do that are known. */
  let common: number | undefined;
  for (let i = vectorLength - 1; i >= 0; i--) {
    const height = heights[i] as number;
    if (height > head) return placeAhead(tag, head, common, i);
    const block = mainChain.block(height);
    if (block === undefined) continue;
    if (block.vectorByte !== tag.vector[i]) {
      return witness(tag, { from: common ?? 0, to: height }, i);
    }
    common = height;
  }
  return placeAhead(tag, head, common, -1);
}

/**
 * Places a tag all of whose known bytes agree; those up to index `lastHidden` are of heights above
 * the head.
 */
function placeAhead(
  tag: ForkTag,
  head: number,
  common: number | undefined,
  lastHidden: number,
): Placement {
  if (common === undefined) return { kind: "unplaced" };
  if (tag.height <= head + aheadBlocksMax) return { kind: "sibling" };
  return witness(tag, { from: common, to: Math.min(common + vectorStride, head + 1) }, lastHidden);
}

function witness(tag: ForkTag, range: ForkRange, lastHidden: number): Placement {
  const heights = vectorHeights(tag.height).slice(0, lastHidden + 1);
  const hidden = heights.map((height, i) => ({ height, byte: tag.vector[i] as number }));
  return { kind: "witness", range, hidden };
}
