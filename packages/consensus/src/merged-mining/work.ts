/** Creates a miner's work: commit to a hash and find a nonce below a target. */
import type { Rules, UnsealedHeader, Work } from "@tandem/primitives";
import type { Ancestry } from "../ancestry.js";
import { targetOf } from "../difficulty.js";
import { forkDetectionData } from "./fork-detection.js";
import { hashForMergedMining } from "./work-hash.js";

/**
 * Creates the work of a header. @throws {RangeError} when the ancestry does not reach back 449
 * blocks: a bug of the caller.
 */
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
