/**
 * Verifies the merged-mining proof of a header, step by step; each step has a named violation. For
 * any bytes in the three fields, the result is a value.
 */
import {
  blockBytes,
  foldBranch,
  hashBitcoinHeader,
  hashToInteger,
  headerBytes,
  type InternalHash,
  resumeSha256,
  shortSha256,
  toInternal,
} from "@tandem/bitcoin";
import { concat, type Header, isEqual, type Rules } from "@tandem/primitives";
import { targetOf } from "../difficulty.js";
import { afterTagBytesMax, coinbaseBytesMin, proofBytesMax, tagOffsetMax } from "../limits.js";
import { type Violation, violation } from "../violation.js";
import {
  type CompressedCoinbase,
  lastIndexOf,
  splitCoinbase,
  tagHashBytes,
  tagPrefix,
} from "./coinbase.js";
import { committedHash } from "./work-hash.js";

const hashBytes = 32;

/** The offset of the Merkle root in a Bitcoin header. */
const merkleRootOffset = 36;

/**
 * The check of proof of work: it must meet the target, or was drawn from its distribution, as in a
 * simulation.
 */
export type WorkCheck = "required" | "drawn";

/**
 * Verifies a proof. Returns the first step that fails, or undefined for a proof that holds. It
 * never throws.
 * @param options.work `drawn` skips the only step that requires real work: the target.
 */
export function verifyMergedMining(
  header: Header,
  rules: Rules,
  options: { readonly work?: WorkCheck } = {},
): Violation | undefined {
  const coinbase = splitCoinbase(header.bitcoinMergedMiningCoinbaseTransaction);
  return (
    checkForm(header, rules) ??
    (options.work === "drawn"
      ? undefined
      : checkWork(header.bitcoinMergedMiningHeader, header.difficulty)) ??
    (coinbase === undefined
      ? cutShort(header)
      : (checkTag(header, rules, coinbase) ??
        checkMidstate(coinbase) ??
        checkBranch(header, coinbase)))
  );
}

/** Returns the violation of a coinbase field without a whole midstate. */
export const cutShort = (header: Header): Violation =>
  violation("merged-mining/midstate-cut-short", {
    found: header.bitcoinMergedMiningCoinbaseTransaction,
  });

/** Checks lengths, and that the proof has the form of RSKIP-92. */
export function checkForm(header: Header, rules: Rules): Violation | undefined {
  if (!rules.compactProof) {
    return violation("merged-mining/proof-unreadable", {
      expected: "a height with RSKIP-92 active",
    });
  }
  const { length } = header.bitcoinMergedMiningMerkleProof;
  if (length % hashBytes !== 0) {
    return violation("merged-mining/proof-length", { expected: "a multiple of 32", found: length });
  }
  if (rules.bitcoinTimeLink && length > proofBytesMax) {
    return violation("merged-mining/proof-too-long", { expected: proofBytesMax, found: length });
  }
  if (header.bitcoinMergedMiningCoinbaseTransaction.length === 0) {
    return violation("merged-mining/coinbase-missing");
  }
  const found = header.bitcoinMergedMiningHeader.length;
  if (found !== headerBytes) {
    return violation("merged-mining/header-length", { expected: headerBytes, found });
  }
  return undefined;
}

/** Checks a Bitcoin header against the block's target; Bitcoin's own target does not matter. */
export function checkWork(bitcoinHeader: Uint8Array, difficulty: bigint): Violation | undefined {
  const target = targetOf(difficulty);
  const found = hashToInteger(hashBitcoinHeader(bitcoinHeader));
  if (found <= target) return undefined;
  return violation("merged-mining/work-above-target", {
    expected: target.toString(16).padStart(64, "0"),
    found: found.toString(16).padStart(64, "0"),
  });
}

/** Checks that the last tag of the coinbase commits to the header, at a valid position. */
export function checkTag(
  header: Header,
  rules: Rules,
  { midstate, tail }: CompressedCoinbase,
): Violation | undefined {
  const hash = committedHash(header, rules);
  const index = hash && lastIndexOf(tail, concat(tagPrefix, hash));
  if (index === undefined) {
    return violation("merged-mining/tag-missing", hash ? { expected: hash } : {});
  }
  if (index > tagOffsetMax) {
    return violation("merged-mining/tag-late", { expected: tagOffsetMax, found: index });
  }
  const last = lastIndexOf(tail, tagPrefix) as number;
  if (last !== index) {
    return violation("merged-mining/tag-not-last", { expected: index, found: last });
  }
  const after = tail.length - index - tagPrefix.length - tagHashBytes;
  if (after > afterTagBytesMax) {
    return violation("merged-mining/tail-too-long", { expected: afterTagBytesMax, found: after });
  }
  const total = midstate.count + tail.length;
  return total > coinbaseBytesMin
    ? undefined
    : violation("merged-mining/coinbase-too-short", {
        expected: coinbaseBytesMin + 1,
        found: total,
      });
}

/** Checks that the midstate is at the end of a block of SHA-256. */
export function checkMidstate({ midstate }: CompressedCoinbase): Violation | undefined {
  const { count } = midstate;
  if (Number.isSafeInteger(count) && count % blockBytes === 0) return undefined;
  return violation("merged-mining/midstate-count", { expected: "a multiple of 64", found: count });
}

/** Returns the branch's hashes in internal order; in the proof they are in display order. */
export function siblingsIn(proof: Uint8Array): InternalHash[] {
  const count = proof.length / hashBytes;
  return Array.from({ length: count }, (_, i) =>
    toInternal(proof.subarray(i * hashBytes, (i + 1) * hashBytes)),
  );
}

/** Checks that the branch leads from the coinbase to the Merkle root of the Bitcoin header. */
export function checkBranch(header: Header, coinbase: CompressedCoinbase): Violation | undefined {
  const id = shortSha256(resumeSha256(coinbase.midstate, coinbase.tail));
  const found = foldBranch(id, siblingsIn(header.bitcoinMergedMiningMerkleProof));
  if (found === undefined) return violation("merged-mining/branch-transaction");
  const expected = header.bitcoinMergedMiningHeader.subarray(
    merkleRootOffset,
    merkleRootOffset + hashBytes,
  );
  return isEqual(found, expected)
    ? undefined
    : violation("merged-mining/branch-root", { expected, found });
}
