/** Derives miners, intervals and difficulties from the newest blocks. */
import { decodeBitcoinHeader, headerBytes, targetFromBits } from "@tandem/bitcoin";
import { toHex } from "@tandem/primitives";
import type { ListedBlock } from "../session/answers.js";

export interface MinerShare {
  /** The address in hex. */
  readonly miner: string;
  readonly blocks: number;
  /** The number of uncles that the blocks of this miner list. */
  readonly listedUncles: number;
}

/** A point of a curve; `x` is a height. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Bucket {
  /** The range of the bar, such as `10 s to 20 s`. */
  readonly label: string;
  readonly count: number;
}

export interface MiningFacts {
  /** The miners, by their number of blocks in descending order. */
  readonly miners: readonly MinerShare[];
  readonly intervals: readonly Bucket[];
  readonly difficulty: readonly Point[];
  /** Expected number of hashes of a Bitcoin block, by the target in each Bitcoin header. */
  readonly bitcoinDifficulty: readonly Point[];
  /** The number of uncles that each block lists. */
  readonly uncles: readonly Point[];
}

/** The upper bounds of the buckets, in seconds. */
const bounds = [1, 2, 5, 10, 20, 30, 60, 120] as const;

function minersOf(blocks: readonly ListedBlock[]): readonly MinerShare[] {
  const shares = new Map<string, MinerShare>();
  for (const { miner, uncles } of blocks) {
    const key = toHex(miner);
    const before = shares.get(key) ?? { miner: key, blocks: 0, listedUncles: 0 };
    const listedUncles = before.listedUncles + uncles.length;
    shares.set(key, { miner: key, blocks: before.blocks + 1, listedUncles });
  }
  return [...shares.values()].sort((a, b) => b.blocks - a.blocks);
}

function intervalsOf(blocks: readonly ListedBlock[]): readonly Bucket[] {
  const seconds = blocks.slice(1).map(({ timestamp }, i) => {
    return timestamp - (blocks[i]?.timestamp ?? timestamp);
  });
  const countBelow = (bound: number) => seconds.filter((value) => value < bound).length;
  const last = bounds.at(-1) ?? 0;
  return [
    ...bounds.map((bound, i) => {
      const from = bounds[i - 1] ?? 0;
      return { label: `${from} s to ${bound} s`, count: countBelow(bound) - countBelow(from) };
    }),
    { label: `${last} s or more`, count: seconds.length - countBelow(last) },
  ];
}

function bitcoinDifficultyOf({
  bitcoinMergedMiningHeader: bytes,
}: ListedBlock): number | undefined {
  if (bytes?.length !== headerBytes) return undefined;
  try {
    const target = targetFromBits(decodeBitcoinHeader(bytes).bits);
    return Number((1n << 256n) / (target + 1n));
  } catch {
    return undefined;
  }
}

/** @param newest blocks, newest first; the first block of the chain has no interval and no work. */
export function miningFactsOf(newest: readonly ListedBlock[]): MiningFacts {
  const blocks = newest.filter(({ number }) => (number ?? 0) > 0).reverse();
  const points = (read: (block: ListedBlock) => number | undefined) =>
    blocks.flatMap((block) => {
      const y = read(block);
      return y === undefined ? [] : [{ x: block.number ?? 0, y }];
    });
  return {
    miners: minersOf(blocks),
    intervals: intervalsOf(blocks),
    difficulty: points(({ difficulty }) => Number(difficulty)),
    bitcoinDifficulty: points(bitcoinDifficultyOf),
    uncles: points(({ uncles }) => uncles.length),
  };
}
