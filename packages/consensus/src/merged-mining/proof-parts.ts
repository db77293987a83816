/**
 * Splits a header's proof into its parts, with every intermediate value from the header to the
 * Merkle root and to the block hash. Nothing is verified: `verifyMergedMining` does that, with the
 * same steps.
 */
import {
  type BitcoinHeader,
  decodeBitcoinHeader,
  doubleSha256,
  hashBitcoinHeader,
  hashToInteger,
  headerBytes,
  type InternalHash,
  resumeSha256,
} from "@tandem/bitcoin";
import {
  type BlockHash,
  concat,
  type Header,
  hashHeader,
  type Rules,
  sha256,
} from "@tandem/primitives";
import { targetOf } from "../difficulty.js";
import { type CompressedCoinbase, lastIndexOf, splitCoinbase, tagPrefix } from "./coinbase.js";
import { hasForkData } from "./fork-detection.js";
import { decodeForkTag, type ForkTag } from "./tag.js";
import { checkMidstate, siblingsIn } from "./verify.js";
import { baseHash, committedHash } from "./work-hash.js";

export interface ProofParts {
  /** keccak-256 of the header without its proof: 32 bytes. */
  readonly baseHash: Uint8Array;
  /** The bytes after the tag: the base hash, its end replaced by fork-detection data. */
  readonly hashForMergedMining: Uint8Array | undefined;
  /** The same bytes decoded; undefined for a block without such data. */
  readonly forkTag: ForkTag | undefined;
  readonly coinbase: CoinbaseParts | undefined;
  /** The branch from the bottom up; empty for a Bitcoin block of one transaction. */
  readonly branch: readonly BranchStep[];
  /** The Merkle root computed from the branch. */
  readonly foldedRoot: InternalHash | undefined;
  readonly bitcoinHeader: BitcoinHeader | undefined;
  readonly bitcoinHash: InternalHash;
  /** The hash as a number, which must not exceed the target. */
  readonly work: bigint;
  readonly target: bigint;
  readonly blockHash: BlockHash;
}

export interface CoinbaseParts extends CompressedCoinbase {
  /** Offset of the last tag in the tail; undefined without one. */
  readonly tagOffset: number | undefined;
  /** Bytes of the whole transaction. */
  readonly length: number;
  readonly id: InternalHash;
}

export interface BranchStep {
  readonly sibling: InternalHash;
  /** Hash of the previous node and the sibling. */
  readonly node: InternalHash;
}

/** Splits a header's proof into its parts; those that cannot be decoded are undefined. */
export function splitProof(header: Header, rules: Rules): ProofParts {
  const committed = committedHash(header, rules);
  const coinbase = coinbasePartsOf(header.bitcoinMergedMiningCoinbaseTransaction);
  const branch = coinbase ? foldSteps(coinbase.id, header.bitcoinMergedMiningMerkleProof) : [];
  const bitcoinHash = hashBitcoinHeader(header.bitcoinMergedMiningHeader);
  const hasData = committed !== undefined && hasForkData(header.number, rules);
  return {
    baseHash: baseHash(header),
    hashForMergedMining: committed,
    forkTag: hasData ? decodeForkTag(committed) : undefined,
    coinbase,
    branch,
    foldedRoot: branch.at(-1)?.node ?? coinbase?.id,
    bitcoinHeader:
      header.bitcoinMergedMiningHeader.length === headerBytes
        ? decodeBitcoinHeader(header.bitcoinMergedMiningHeader)
        : undefined,
    bitcoinHash,
    work: hashToInteger(bitcoinHash),
    target: targetOf(header.difficulty),
    blockHash: hashHeader(header),
  };
}

function coinbasePartsOf(field: Uint8Array): CoinbaseParts | undefined {
  const coinbase = splitCoinbase(field);
  if (coinbase === undefined || checkMidstate(coinbase) !== undefined) return undefined;
  const { midstate, tail } = coinbase;
  return {
    midstate,
    tail,
    tagOffset: lastIndexOf(tail, tagPrefix),
    length: midstate.count + tail.length,
    id: sha256(resumeSha256(midstate, tail)),
  };
}

function foldSteps(leaf: InternalHash, proof: Uint8Array): BranchStep[] {
  let node = leaf;
  return siblingsIn(proof).map((sibling) => {
    node = doubleSha256(concat(node, sibling));
    return { sibling, node };
  });
}
