/**
 * Reads an outside miner's submission and adds its proof to the block. A miner has a Bitcoin block,
 * whole or as its header and coinbase with the data from which the Merkle root follows; the last
 * tag in the coinbase identifies the work.
 */
import {
  blockStartSteps,
  coinbaseBranchSteps,
  headerBytes,
  type InternalHash,
  scanTransactionSteps,
  toInternal,
  transactionIdsSteps,
} from "@tandem/bitcoin";
import {
  type Header,
  isEqual,
  type Rules,
  type Submission,
  sha256,
  type UnsealedHeader,
} from "@tandem/primitives";
import { type Violation, violation } from "../violation.js";
import { taggedHash } from "./coinbase.js";
import { proofFromParts, seal } from "./seal.js";
import { checkWork, verifyMergedMining } from "./verify.js";

/** A submission that was decoded, and not verified. */
export interface Claim {
  /** The hash after the last tag of the coinbase, which identifies the work. */
  readonly hashForMergedMining: Uint8Array;
  /** 80 bytes of Bitcoin header. */
  readonly header: Uint8Array;
  /** The coinbase in its form without witnesses, which is hashed. */
  readonly coinbase: Uint8Array;
  /** Computes the coinbase's siblings from the bottom up, in steps: a hash per transaction. */
  branch(): Generator<void, readonly InternalHash[] | Violation>;
}

/**
 * Reads a submission, in steps. Returns the violation `submission/…` if the bytes are no Bitcoin
 * block.
 */
export function* readSubmissionSteps(submission: Submission): Generator<void, Claim | Violation> {
  if (submission.form === "block") return yield* readBlock(submission.block);
  const { header } = submission;
  if (header.length !== headerBytes) {
    const found = header.length;
    return violation("submission/header-length", { expected: headerBytes, found });
  }
  const coinbase = yield* withoutWitnesses(submission.coinbase);
  if (!(coinbase instanceof Uint8Array)) return coinbase;
  return claimOf({
    header,
    coinbase,
    *branch() {
      if (submission.form === "branch") return submission.merkleHashes.slice(1);
      return yield* coinbaseBranchSteps(internalIds(submission.transactionIds, coinbase));
    },
  });
}

/** Reads a block. The bytes after the coinbase are not read before `branch` is called. */
function* readBlock(bytes: Uint8Array): Generator<void, Claim | Violation> {
  const start = yield* attempt(blockStartSteps(bytes));
  if (start === undefined) return unreadable("block", bytes);
  return claimOf({
    ...start,
    *branch() {
      const ids = yield* attempt(transactionIdsSteps(bytes));
      return ids === undefined ? unreadable("block", bytes) : yield* coinbaseBranchSteps(ids);
    },
  });
}

const forms = {
  block: "a Bitcoin block: 80 bytes of header, the number of transactions, each transaction",
  coinbase: "a Bitcoin transaction as bytes, with or without witnesses",
};

/**
 * Returns a violation with the expected form, since the decoder's messages are about its fields.
 */
const unreadable = (what: keyof typeof forms, { length }: Uint8Array) =>
  violation(`submission/${what}-unreadable`, {
    expected: forms[what],
    found: `${length} ${length === 1 ? "byte that is" : "bytes that are"} none, or cut short, or too long`,
  });

function* withoutWitnesses(coinbase: Uint8Array): Generator<void, Uint8Array | Violation> {
  const read = yield* attempt(scanTransactionSteps(coinbase, 0));
  return read?.end === coinbase.length ? read.plain : unreadable("coinbase", coinbase);
}

function claimOf(parts: Omit<Claim, "hashForMergedMining">): Claim | Violation {
  const hashForMergedMining = taggedHash(parts.coinbase);
  return hashForMergedMining === undefined
    ? violation("submission/tag-missing", { expected: "RSKBLOCK: and 32 bytes after it" })
    : { ...parts, hashForMergedMining };
}

/**
 * Returns ids in internal order. Ids in the display order of Bitcoin's RPC are recognized by the
 * coinbase's id.
 */
function internalIds(ids: readonly Uint8Array[], coinbase: Uint8Array): readonly InternalHash[] {
  const [first] = ids;
  const isInternal = first !== undefined && isEqual(first, sha256(sha256(coinbase)));
  return isInternal ? ids : ids.map(toInternal);
}

/** Returns undefined for bytes that cannot be read. */
function* attempt<T>(reading: Generator<void, T>): Generator<void, T | undefined> {
  try {
    return yield* reading;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Seals the header of the claimed work in steps, or returns why the proof does not hold. The work is checked
 * before a tree is hashed, since it is the most expensive part for a miner and the cheapest for the
 * node.
 * @param header of the block whose work `claim.hashForMergedMining` identifies.
 */
export function* sealClaimSteps(
  header: UnsealedHeader,
  claim: Claim,
  rules: Rules,
): Generator<void, Header | Violation> {
  const tooLittle = checkWork(claim.header, header.difficulty);
  if (tooLittle !== undefined) return tooLittle;
  const branch = yield* claim.branch();
  if ("rule" in branch) return branch;
  const sealed = seal(header, proofFromParts({ ...claim, branch }));
  return verifyMergedMining(sealed, rules) ?? sealed;
}
