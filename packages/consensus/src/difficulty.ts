/** Computes the difficulty, which follows the block interval, and its target. */
import { type ChainSpec, type Header, rulesAt } from "@tandem/primitives";

/** The divisor before `slowDifficulty`: a block changed the difficulty by a fiftieth. */
const earlyDivisor = 50n;

/** The minimum difficulty for computing a target. */
const difficultyFloor = 3n;

/** Computes the largest value a Bitcoin header's hash may have: floor(2^256 / difficulty). */
export function targetOf(difficulty: bigint): bigint {
  return (1n << 256n) / (difficulty < difficultyFloor ? difficultyFloor : difficulty);
}

/**
 * Computes the difficulty of the block after `parent`: a step up if it came sooner than the
 * expected interval, a step down if later. Uncles lengthen the interval, since they are work done
 * in the same time.
 */
export function nextDifficulty(block: {
  readonly parent: Header;
  /** The new block's timestamp, Unix seconds. */
  readonly timestamp: number;
  /** The new block's number of uncles. */
  readonly uncleCount: number;
  readonly spec: ChainSpec;
}): bigint {
  const { parent, spec } = block;
  const elapsed = block.timestamp - parent.timestamp;
  if (elapsed < 0) return parent.difficulty;
  const { slowDifficulty } = rulesAt(spec.forks, parent.number + 1);
  const step = parent.difficulty / (slowDifficulty ? spec.difficultyDivisor : earlyDivisor);
  const pace = (1 + block.uncleCount) * spec.blockSeconds;
  const next = parent.difficulty + step * BigInt(Math.sign(pace - elapsed));
  return next < spec.minimumDifficulty ? spec.minimumDifficulty : next;
}
