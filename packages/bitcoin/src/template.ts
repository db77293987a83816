/**
 * Builds a block from a template: its coinbase, its header without a nonce, and, once a nonce is
 * found, the bytes that a node accepts. The coinbase's siblings do not depend on it, so another
 * extra nonce requires hashing a branch and not the whole tree.
 */
import { encodeBlockParts } from "./block.js";
import type { InternalHash } from "./hash.js";
import { encodeBitcoinHeader } from "./header.js";
import { foldBranch } from "./merkle.js";
import {
  type BitcoinTransaction,
  createCoinbase,
  encodeWitnessTransaction,
  type TransactionOutput,
  transactionId,
} from "./transaction.js";
import { witnessReservedValue } from "./witness-commitment.js";

/** A transaction of a template. */
export interface TemplateTransaction {
  /** The bytes with witnesses, if it has any. */
  readonly bytes: Uint8Array;
  readonly id: InternalHash;
}

/** The block that a Bitcoin node requests to be mined. Times are Unix seconds. */
export interface BlockTemplate {
  /** Signed 32 bits. */
  readonly version: number;
  readonly previousHash: InternalHash;
  readonly height: number;
  /** Compact form of `target`. */
  readonly bits: number;
  readonly target: bigint;
  /** The recommended time and its bounds. */
  readonly time: number;
  readonly timeMin: number;
  readonly timeMax: number;
  /** Satoshi that the coinbase may spend: subsidy and fees. */
  readonly coinbaseValue: bigint;
  /** Bytes that the node requests in the coinbase's script. */
  readonly coinbaseAux: readonly Uint8Array[];
  /** The transactions except the coinbase. */
  readonly transactions: readonly TemplateTransaction[];
  /** Siblings of the coinbase from the bottom up. */
  readonly branch: readonly InternalHash[];
  /** Script of the output that commits to the witnesses; undefined if segwit is not active. */
  readonly witnessCommitment: Uint8Array | undefined;
  /** Identifies this template in a long poll, which returns once there is another one. */
  readonly longPollId: string | undefined;
  /** Identifies the work in a submission (BIP-22). */
  readonly workId: string | undefined;
}

export interface BlockDraft {
  /** 80 bytes; the nonce is zero. */
  readonly header: Uint8Array;
  readonly coinbase: BitcoinTransaction;
}

export interface DraftOptions {
  /** The output script that receives the coinbase's value. */
  readonly payoutScript: Uint8Array;
  /** Script of an output without value, which is last so that few bytes follow it. */
  readonly lastScript: Uint8Array;
  readonly extraNonce: Uint8Array;
  /** Unix seconds. */
  readonly time: number;
}

/**
 * Returns the block for which to find a nonce; undefined for the rare extra nonce with which an
 * inner node of the tree looks like a transaction.
 * @throws {RangeError} when the extra nonce is too long for a coinbase script.
 */
export function draftBlock(template: BlockTemplate, options: DraftOptions): BlockDraft | undefined {
  const coinbase = coinbaseFor(template, options);
  const merkleRoot = foldBranch(transactionId(coinbase), template.branch);
  if (merkleRoot === undefined) return undefined;
  const { version, previousHash, bits } = template;
  const { time } = options;
  const header = encodeBitcoinHeader({ version, previousHash, merkleRoot, time, bits, nonce: 0 });
  return { header, coinbase };
}

function coinbaseFor(template: BlockTemplate, options: DraftOptions): BitcoinTransaction {
  const { height, witnessCommitment: commitment } = template;
  const { extraNonce } = options;
  const outputs: TransactionOutput[] = [
    { value: template.coinbaseValue, script: options.payoutScript },
    ...(commitment === undefined ? [] : [{ value: 0n, script: commitment }]),
    { value: 0n, script: options.lastScript },
  ];
  const coinbase = createCoinbase({ height, extraNonce, outputs, aux: template.coinbaseAux });
  return commitment === undefined ? coinbase : { ...coinbase, witnesses: [[witnessReservedValue]] };
}

/**
 * Returns the complete block in the form that a node accepts.
 * @param header the draft's, with the nonce that was found.
 */
export function completeBlock(
  template: BlockTemplate,
  { coinbase }: BlockDraft,
  header: Uint8Array,
): Uint8Array {
  const others = template.transactions.map(({ bytes }) => bytes);
  return encodeBlockParts(header, [encodeWitnessTransaction(coinbase), ...others]);
}
