/** Selects the preferred one of two branches. */
import { type Block, type BlockHash, compare, type StoredBlock } from "@tandem/primitives";

export interface BranchHead {
  /** The sum over the head, its ancestors, and all their uncles. */
  readonly totalDifficulty: bigint;
  /** Wei that the head pays its miner. */
  readonly paidFees: bigint;
  readonly hash: BlockHash;
}

/** Returns what is compared of a stored block. */
export const rankOf = ({ header, totalDifficulty, hash }: StoredBlock): BranchHead => ({
  totalDifficulty,
  paidFees: header.paidFees,
  hash,
});

/**
 * Returns whether the candidate replaces the current head: more work; or the same work and more
 * than twice the fees; or the same work, more than half the fees, and the smaller hash. So no
 * miner gains by replacing a block to take fees that both could have. Without fees the current head stays, as in the
 * reference node.
 */
export function isPreferred(candidate: BranchHead, current: BranchHead): boolean {
  if (candidate.totalDifficulty !== current.totalDifficulty) {
    return candidate.totalDifficulty > current.totalDifficulty;
  }
  if (candidate.paidFees > 2n * current.paidFees) return true;
  const isHashSmaller = compare(candidate.hash, current.hash) < 0;
  return current.paidFees < 2n * candidate.paidFees && isHashSmaller;
}

/** Computes a block's contribution to the total difficulty: its own and its uncles'. */
export function blockWeight(block: Block): bigint {
  return block.uncles.reduce((sum, uncle) => sum + uncle.difficulty, block.header.difficulty);
}
