/** What miners outside are given and bring, as the port has it. */
import type { BlockHash, Bytes } from "@tandem/primitives";

/** What a miner outside may work on. */
export interface OfferedWork {
  /** 32 bytes, to stand after the last tag of a coinbase. */
  readonly hashForMergedMining: Bytes;
  /** The Bitcoin header's hash, as an integer, must not exceed it. */
  readonly target: bigint;
  /** Wei the block pays its miner. */
  readonly paidFees: bigint;
  readonly parentHash: BlockHash;
  /** Worth interrupting miners for. True once. */
  readonly isNew: boolean;
}

/** A Bitcoin block as such a miner has it. Coinbases and blocks may carry witnesses. */
export type Submission =
  | { readonly form: "block"; readonly block: Bytes }
  | {
      readonly form: "transactions";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** Of every transaction, the coinbase first. */
      readonly transactionIds: readonly Bytes[];
    }
  | {
      readonly form: "branch";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** The coinbase's id, which is passed over, and its siblings from the bottom up. */
      readonly merkleHashes: readonly Bytes[];
    };

/** What became of the block a submission sealed. */
export interface SubmittedWork {
  /** The new head, a block beside it, one that was there, one that is not valid or has no parent. */
  readonly status: "head" | "side" | "known" | "invalid" | "no-parent";
  readonly hash: BlockHash;
  readonly number: number;
}
