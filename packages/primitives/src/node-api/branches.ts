/** Declares uncles and branches on demand, which a development chain mines. */
import type { BlockHash, Bytes } from "../bytes/brands.js";

/** A request for blocks on top of any block, with exactly these transactions. */
export interface BranchRequest {
  /** The parent of the branch: any block, or the block that is `depth` below the head. */
  readonly on: { readonly hash: BlockHash } | { readonly depth: number };
  /** The number of blocks to mine. */
  readonly length: number;
  /** Raw transactions, one list for each block; blocks past the last list are empty. */
  readonly transactions: readonly (readonly Bytes[])[];
}

export interface MinedBranch {
  /** Block hashes, oldest first. */
  readonly hashes: readonly BlockHash[];
  /** Whether the branch is now the canonical chain. */
  readonly isHead: boolean;
}

/** Mines uncles and branches, and selects the block to build on. */
export interface Branching {
  /**
   * Mines a block beside the canonical one that is `depth` below the head; fork choice does not
   * prefer it.
   * @throws {Fault} `bad-request` if the next block could not list it as an uncle.
   */
  mineUncle(depth: number): Promise<BlockHash>;
  /**
   * Mines a branch.
   * @throws {Fault} `bad-request`, naming the invalid transaction.
   */
  mineBranch(request: BranchRequest): Promise<MinedBranch>;
  /**
   * Mines the next blocks on this block's branch, until the branch is canonical; undefined selects the
   * head. The choice is not stored.
   * @returns hash of the parent of the next block.
   * @throws {Fault} `bad-request` for an unknown block.
   */
  extend(hash: BlockHash | undefined): BlockHash;
  /** Returns the hash of the parent of the next block. */
  tip(): BlockHash;
}
