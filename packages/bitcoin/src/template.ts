/**
 * From a template to a block: its coinbase, its header without a nonce, and, once a nonce is found,
 * the bytes a node takes. The coinbase's siblings do not depend on it, so another extra nonce costs
 * a branch and not the whole tree.
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

/** A transaction as the node wants it in the block. */
export interface TemplateTransaction {
  /** With its witnesses, where it has any. */
  readonly bytes: Uint8Array;
  readonly id: InternalHash;
}

/** Describes the block a Bitcoin node wants mined. Times are Unix seconds. */
export interface BlockTemplate {
  /** Signed 32 bits. */
  readonly version: number;
  readonly previousHash: InternalHash;
  readonly height: number;
  /** Compact form of `target`. */
  readonly bits: number;
  readonly target: bigint;
  /** Holds the recommended time and its bounds. */
  readonly time: number;
  readonly timeMin: number;
  readonly timeMax: number;
  /** Satoshi the coinbase may pay out: subsidy and fees. */
  readonly coinbaseValue: bigint;
  /** Holds bytes the node requests in the coinbase's script. */
  readonly coinbaseAux: readonly Uint8Array[];
  /** All but the coinbase. */
  readonly transactions: readonly TemplateTransaction[];
  /** Siblings of the coinbase from the bottom up. */
  readonly branch: readonly InternalHash[];
  /** Script of the output that commits to the witnesses; undefined where segwit is not active. */
  readonly witnessCommitment: Uint8Array | undefined;
  /** Names this template when the node is asked to answer once it has another. */
  readonly longPollId: string | undefined;
  /** Belongs to a submission (BIP-22). */
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
  /** Script of an output without value that stands last, so that few bytes follow it. */
  readonly lastScript: Uint8Array;
  readonly extraNonce: Uint8Array;
  /** Unix seconds. */
  readonly time: number;
}

/**
 * Returns the block to find a nonce for; undefined for the rare extra nonce with which an inner node of
 * the tree looks like a transaction.
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
 * Returns the complete block in the form a node accepts.
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
