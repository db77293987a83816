/** Checks a header against its parent by the reference's formulas, on the JSON of both. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Hex, WireBlock } from "../wire.js";

export interface Pace {
  readonly blockSeconds: number;
  readonly difficultyDivisor: bigint;
  readonly minimumDifficulty: bigint;
}

/** The parameters of the built-in test chain. */
export const testPace: Pace = {
  blockSeconds: 10,
  difficultyDivisor: 2048n,
  minimumDifficulty: 1n,
};

const gasLimitDivisor = 1024n;
const detectionFrom = 449;

/**
 * Returns the difficulty: it rises by parent / divisor if the block came sooner than its uncles and
 * the pace allow, falls if it came later, and never falls below the minimum.
 */
export function expectedDifficulty(parent: WireBlock, block: WireBlock, pace: Pace): bigint {
  const difficulty = BigInt(parent.difficulty);
  const seconds = Number(block.timestamp) - Number(parent.timestamp);
  const allowed = (1 + block.uncles.length) * pace.blockSeconds;
  const step = difficulty / pace.difficultyDivisor;
  const moved = difficulty + BigInt(Math.sign(allowed - seconds)) * step;
  return moved > pace.minimumDifficulty ? moved : pace.minimumDifficulty;
}

/**
 * Asserts the links, sums and bounds between a block and its parent.
 * @param unclesWork the sum of the difficulties of the block's uncles.
 */
export function assertFollows(
  parent: WireBlock,
  block: WireBlock,
  pace: Pace,
  unclesWork = 0n,
): void {
  const about = `block ${block.number}`;
  assert.equal(block.parentHash, parent.hash, about);
  assert.equal(BigInt(block.number), BigInt(parent.number) + 1n, about);
  assert.ok(BigInt(block.timestamp) > BigInt(parent.timestamp), about);
  assert.equal(BigInt(block.difficulty), expectedDifficulty(parent, block, pace), about);
  const total = BigInt(parent.totalDifficulty) + BigInt(block.difficulty) + unclesWork;
  assert.equal(BigInt(block.totalDifficulty), total, about);
  const gasLimit = BigInt(parent.gasLimit);
  const lowest = (gasLimit * (gasLimitDivisor - 1n)) / gasLimitDivisor;
  const highest = (gasLimit * (gasLimitDivisor + 1n)) / gasLimitDivisor;
  const found = BigInt(block.gasLimit);
  assert.ok(found >= lowest && found <= highest, `${about}: gas limit ${found} on ${gasLimit}`);
  const price = BigInt(parent.minimumGasPrice);
  const onePercent = price / 100n;
  assertWithin(BigInt(block.minimumGasPrice), price, onePercent > 1n ? onePercent : 1n, about);
}

function assertWithin(value: bigint, around: bigint, most: bigint, about: string): void {
  const apart = value > around ? value - around : around - value;
  assert.ok(apart <= most, `${about}: ${value} is more than ${most} from ${around}`);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Returns the hash of a Bitcoin header, in the byte order of SHA-256's output. */
export const bitcoinHash = (header: Hex): Buffer =>
  sha256(sha256(Buffer.from(header.slice(2), "hex")));

/**
 * Returns the twelve bytes at the end of the hash for merged mining: seven bytes of Bitcoin hashes
 * 64 blocks apart, the uncles of the last 32 blocks, the height.
 * @param chain every block from genesis, by height.
 * @returns undefined below the first height with such data.
 */
export function forkDetectionData(chain: readonly WireBlock[], height: number): Hex | undefined {
  if (height < detectionFrom) return undefined;
  const at = (n: number) => chain[n] as WireBlock;
  const data = Buffer.alloc(12);
  const newest = Math.floor((height - 1) / 64) * 64;
  for (let i = 0; i < 7; i++) {
    data[i] = bitcoinHash(at(newest - 64 * i).bitcoinMergedMiningHeader)[0] as number;
  }
  const last = chain.slice(height - 32, height);
  data[7] = Math.min(
    255,
    last.reduce((sum, { uncles }) => sum + uncles.length, 0),
  );
  data.writeUInt32BE(height, 8);
  return `0x${data.toString("hex")}`;
}
