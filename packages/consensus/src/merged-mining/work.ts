/** What a miner is asked to do: commit to a hash and find a nonce below a target. */
import type { BlockHash, Rules, UnsealedHeader } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import { targetOf } from "../difficulty.js";
import { forkDetectionData } from "./fork-detection.js";
import { hashForMergedMining } from "./work-hash.js";

export interface Work {
  /** 32 bytes, to stand after the tag in the coinbase. */
  readonly hashForMergedMining: Uint8Array;
  /** The Bitcoin header's hash, as an integer, must not exceed it. */
  readonly target: bigint;
  /** Unix seconds of the block, which Bitcoin's time must stay close to. */
  readonly timestamp: number;
  readonly parentHash: BlockHash;
  /** Wei the miner earns. */
  readonly paidFees: bigint;
}

/** @throws {RangeError} when the ancestry does not reach back 449 blocks: a bug of the caller. */
export function createWork(header: UnsealedHeader, ancestry: Ancestry, rules: Rules): Work {
  const forkData = forkDetectionData(header.number, ancestry, rules);
  return {
    hashForMergedMining: hashForMergedMining(header, forkData),
    target: targetOf(header.difficulty),
    timestamp: header.timestamp,
    parentHash: header.parentHash,
    paidFees: header.paidFees,
  };
}
