/** For tests: branches of a chain, reduced to the data of tags, without proof of work. */
import type { MainChain } from "../fork-monitor/main-chain.js";
import type { ForkTag } from "../merged-mining/tag.js";

export interface TaggedBranch extends MainChain {
  /** Returns the tag of a miner that builds on `height - 1` of this branch. */
  tagAt(height: number, sibling?: number): ForkTag;
}

/** Returns a pseudo-random byte, the same for the same numbers. */
function noise(...numbers: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const n of numbers) {
    state = Math.imul(state ^ n, 0x85ebca6b);
    state ^= state >>> 13;
    state = Math.imul(state, 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return state & 0xff;
}

const rootSeed = 1;

/**
 * Creates a branch. @param options.seed another seed results in another branch above `leavesAt`,
 * the last block in common with the branch of seed 1; every vector byte above it differs.
 */
export function taggedBranch(options: {
  readonly head: number;
  readonly seed?: number;
  readonly leavesAt?: number;
}): TaggedBranch {
  const { head, seed = rootSeed, leavesAt = 0 } = options;
  const isOwn = (height: number) => seed !== rootSeed && height > leavesAt;
  const vectorByte = (height: number) => {
    const common = noise(rootSeed, height);
    return isOwn(height) ? common ^ (1 + (noise(seed, height) % 255)) : common;
  };
  const prefixAt = (height: number, sibling = 0) =>
    Uint8Array.from({ length: 20 }, (_, i) =>
      noise(isOwn(height) ? seed : rootSeed, height, sibling, i),
    );
  return {
    headHeight: () => head,
    block: (height) =>
      height > head ? undefined : { prefix: prefixAt(height), vectorByte: vectorByte(height) },
    tagAt(height, sibling = 0) {
      const newest = Math.floor((height - 1) / 64) * 64;
      const vector = Uint8Array.from({ length: 7 }, (_, i) => vectorByte(newest - 64 * i));
      return { prefix: prefixAt(height, sibling), vector, uncles: 0, height };
    },
  };
}
