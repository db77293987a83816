/** Declares the work that external miners request and the solutions they submit. */
import type { BlockHash, Bytes } from "@tandem/primitives";

/** The work of an external miner. */
export interface OfferedWork {
  /** 32 bytes that follow the last merged-mining tag of a coinbase. */
  readonly hashForMergedMining: Bytes;
  /** The hash of the Bitcoin header, as an integer, must not exceed the target. */
  readonly target: bigint;
  /** The fees of the block, in wei. */
  readonly paidFees: bigint;
  readonly parentHash: BlockHash;
  /** Is true the first time a work is returned that miners should switch to. */
  readonly isNew: boolean;
}

/** A Bitcoin block as an external miner submits it. Coinbases and blocks may carry witnesses. */
export type Submission =
  | { readonly form: "block"; readonly block: Bytes }
  | {
      readonly form: "transactions";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** Transaction ids, the coinbase first. */
      readonly transactionIds: readonly Bytes[];
    }
  | {
      readonly form: "branch";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /**
       * The id of the coinbase, which is ignored, and then the Merkle siblings from the leaf to the
       * root.
       */
      readonly merkleHashes: readonly Bytes[];
    };

/** The result of importing the block that a submission seals. */
export interface SubmittedWork {
  /** `side` is a valid block beside the canonical chain; `known` was imported before. */
  readonly status: "head" | "side" | "known" | "invalid" | "no-parent";
  readonly hash: BlockHash;
  readonly number: number;
}
