/** Seals headers: adds Bitcoin's proof in the form of a header. */
import { type InternalHash, toDisplay } from "@tandem/bitcoin";
import {
  concat,
  type Header,
  type HeaderProof,
  sealedHeader,
  type UnsealedHeader,
  type Work,
} from "@tandem/primitives";
import { compressCoinbase } from "./coinbase.js";
import { carryBaseHash } from "./work-hash.js";

/** Is thrown if the work is outdated: a block built now would be a better one. */
export class WorkExpired extends Error {
  constructor() {
    super("the work expired before a proof was found");
    this.name = "WorkExpired";
  }
}

/**
 * Finds a proof for the work, or rejects with the signal's reason once it is aborted. A sealer that
 * may take long rejects with `WorkExpired` to receive newer work.
 */
export type Sealer = (work: Work, signal: AbortSignal) => Promise<HeaderProof>;

export function seal(header: UnsealedHeader, proof: HeaderProof): Header {
  const sealed = sealedHeader(header, proof);
  carryBaseHash(header, sealed);
  return sealed;
}

/**
 * Builds a proof from the parts that a miner has. Nothing is verified: `verifyMergedMining` does
 * that.
 */
export function proofFromParts(parts: {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** The coinbase in its form without witnesses. */
  readonly coinbase: Uint8Array;
  /** The coinbase's siblings from the bottom up. */
  readonly branch: readonly InternalHash[];
}): HeaderProof {
  return {
    bitcoinMergedMiningHeader: parts.header,
    bitcoinMergedMiningMerkleProof: concat(...parts.branch.map(toDisplay)),
    bitcoinMergedMiningCoinbaseTransaction: compressCoinbase(parts.coinbase),
  };
}
