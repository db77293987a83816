/** Declares the work of sealers and external miners, and the solutions that the latter submit. */
import type { BlockHash, Bytes } from "../bytes/brands.js";

/** The work of a block: a commitment to its hash, and a target for the hash of a Bitcoin header. */
export interface Work {
  /** 32 bytes that follow the last merged-mining tag of a coinbase. */
  readonly hashForMergedMining: Bytes;
  /** The maximum of the Bitcoin header's hash as an integer. */
  readonly target: bigint;
  /** Unix seconds of the block, which the time of the Bitcoin header must stay close to. */
  readonly timestamp: number;
  readonly parentHash: BlockHash;
  /** The fees of the block, in wei. */
  readonly paidFees: bigint;
}

/** The work of an external miner. */
export interface OfferedWork extends Work {
  /** Whether this is the first time that this work is returned and miners should switch to it. */
  readonly isNew: boolean;
}

/**
 * A Bitcoin block in one of the forms of submission. Coinbases and blocks may carry witnesses
 * (BIP-144). Headers have 80 bytes.
 */
export type Submission =
  | { readonly form: "block"; readonly block: Bytes }
  | {
      readonly form: "transactions";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** Transaction ids of 32 bytes, the coinbase first, in display or internal byte order. */
      readonly transactionIds: readonly Bytes[];
    }
  | {
      readonly form: "branch";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /**
       * The id of the coinbase, which is ignored, and then the Merkle siblings from the leaf to the
       * root, in internal byte order.
       */
      readonly merkleHashes: readonly Bytes[];
    };

/** The result of importing the block that a submission seals. */
export interface SubmittedWork {
  /** `side` is a valid block beside the canonical chain; `known` was imported before. */
  readonly status: "head" | "side" | "known" | "invalid" | "no-parent";
  readonly hash: BlockHash;
  readonly number: number;
  /** The name of the consensus rule that an invalid block breaks. */
  readonly rule?: string;
}

/** A submission and its result. */
export interface SubmissionRecord {
  /** Unix seconds of the submission. */
  readonly timestamp: number;
  /** `refused` is a submission that resulted in no block. */
  readonly status: SubmittedWork["status"] | "refused";
  /** The block; absent for a refused submission. */
  readonly block?: { readonly hash: BlockHash; readonly number: number };
  /** The reason of a refusal, or the consensus rule that the block breaks. */
  readonly reason?: string;
}

/** The submissions since the node started. */
export interface SubmissionReport {
  readonly counts: Readonly<Record<SubmissionRecord["status"], number>>;
  /** The submissions, newest first; older ones are only counted. */
  readonly latest: readonly SubmissionRecord[];
}
