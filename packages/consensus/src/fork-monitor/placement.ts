/**
 * Classifies a tag relative to the main chain. A vector's bytes come from blocks 64 apart; those of
 * common ancestors agree, and the first byte that differs marks the start of the branch. By chance
 * one byte in 256 agrees nevertheless, so only an unbroken run from the oldest byte on counts.
 */
import { isEqual } from "@tandem/primitives";
import { aheadBlocksMax, plausibleAheadMax } from "../limits.js";
import {
  forkDataHeightMin,
  vectorHeights,
  vectorLength,
  vectorStride,
} from "../merged-mining/fork-detection.js";
import type { ForkTag } from "../merged-mining/tag.js";
import type { MainChain } from "./main-chain.js";

/** The heights between which a branch left the main chain. */
export interface ForkRange {
  /** The lowest height of its last common block; 0 if no byte agrees, so that nothing is known. */
  readonly from: number;
  /** The highest height of its first own block. */
  readonly to: number;
}

/** One byte of a vector that differs from the main chain's, which identifies a hidden block. */
export interface HiddenByte {
  readonly height: number;
  readonly byte: number;
}

export type Placement =
  /** The block is in the main chain. */
  | { readonly kind: "main-chain" }
  /** Another block on main-chain ancestors: an uncle, a stale block, or a future head. */
  | { readonly kind: "sibling" }
  /** A block whose ancestors are not in the main chain. */
  | { readonly kind: "witness"; readonly range: ForkRange; readonly hidden: readonly HiddenByte[] }
  /** The tag has no fork-detection data, or none of the blocks it refers to is known. */
  | { readonly kind: "unplaced" };

/**
 * Returns the main-chain heights that classifying a tag needs, for callers that fetch them first.
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
 * Returns whether a tag is older than fork-detection data: its fields are meaningless, but its
 * first 20 bytes are the block's.
 */
function isEarlyBlock(mainChain: MainChain, tag: ForkTag): boolean {
  for (let height = 1; height < forkDataHeightMin; height++) {
    if (isBlockOf(mainChain, height, tag)) return true;
  }
  return false;
}

function placeVector(tag: ForkTag, mainChain: MainChain, head: number): Placement {
  const heights = vectorHeights(tag.height);
  /** The newest height whose byte agrees, as all known older ones do. */
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
 * Classifies a tag whose known bytes all agree; those up to index `lastHidden` are of heights above
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
