/**
 * Defines the block object of specification section 2: all its fields, in its order. Three keys follow
 * that it does not list, because clients in use need them:
 *
 * - `baseFeePerGas`: wallets build type 2 transactions only for blocks that have it. It is the
 * block's `minimumGasPrice`, which is also what the BASEFEE opcode returns.
 * - `mixHash` and `nonce`: strict decoders of the Ethereum header require them (geth's ethclient
 * rejected a block without). Merge-mined blocks have neither, so both are zero, as in answers of
 * the reference network's nodes; `mixHash` is the answer to opcode 0x44 where a developer requested one.
 *
 * Every block of this chain has all fields. On a node that forks another chain, the blocks before the fork are
 * those of that chain, and lack the optional ones if it is not merge-mined.
 */
import { encodeBlock, hashHeader } from "@tandem/primitives";
import * as z from "@tandem/schema";
import type { Inclusion, ShownBlock } from "../../backend/chain-api.js";
import { type AnswerForm, answerForms } from "../answer-form.js";
import { address, bloom, bytes8, count, data, hash32, quantity } from "../codec/wire.js";
import { orNull, writerOf, written } from "../codec/writer.js";
import { sealFields } from "./header.js";
import { executedTransaction, showTransaction, transaction } from "./transaction.js";

const hashes = z.array(hash32);
const transactions = z.array(transaction);
const writeHashes = writerOf(hashes);
const writeTransactions = writerOf(transactions);
type Hashes = z.output<typeof hashes>;
type Transactions = z.output<typeof transactions>;

const areHashes = (list: Hashes | Transactions): list is Hashes => list[0] instanceof Uint8Array;

/** A part of the proof of work; Rootstock's nodes write null for their first block, which has none. */
const proof = orNull(data).optional();

export const block = z
  .object({
    number: orNull(count),
    hash: orNull(hash32),
    parentHash: hash32,
    sha3Uncles: hash32,
    logsBloom: orNull(bloom),
    transactionsRoot: hash32,
    stateRoot: hash32,
    receiptsRoot: hash32,
    miner: address,
    difficulty: quantity,
    totalDifficulty: quantity.optional(),
    extraData: data,
    size: count,
    gasLimit: quantity,
    gasUsed: quantity,
    timestamp: count,
    transactions: written(z.union([hashes, transactions]), (list) =>
      areHashes(list) ? writeHashes(list) : writeTransactions(list),
    ),
    uncles: z.array(hash32),
    minimumGasPrice: quantity.optional(),
    bitcoinMergedMiningHeader: proof,
    bitcoinMergedMiningCoinbaseTransaction: proof,
    bitcoinMergedMiningMerkleProof: proof,
    hashForMergedMining: hash32.optional(),
    paidFees: quantity.optional(),
    cumulativeDifficulty: quantity.optional(),
    baseFeePerGas: quantity.optional(),
    mixHash: hash32.optional(),
    nonce: bytes8.optional(),
  })
  .meta({ id: "Block" });

/** A newly mined block, with the results of its transactions. */
export const minedBlock = block
  .extend({ transactions: z.array(executedTransaction) })
  .meta({ id: "MinedBlock" });

/** A block without its transactions, uncles included. */
export const header = block.omit({ transactions: true });

export type BlockAnswer = z.output<typeof block>;
export type HeaderAnswer = z.output<typeof header>;

const mergeMinedFields = [
  "minimumGasPrice",
  "paidFees",
  "hashForMergedMining",
  "bitcoinMergedMiningHeader",
  "bitcoinMergedMiningCoinbaseTransaction",
  "bitcoinMergedMiningMerkleProof",
] as const satisfies readonly (keyof BlockAnswer)[];
type MergeMinedField = (typeof mergeMinedFields)[number];

/** The fields of a block with those that a chain without merged mining does not have. */
export type MergeMined<B> = B & {
  readonly [K in MergeMinedField]-?: NonNullable<BlockAnswer[K]>;
};

/** Returns whether a block has the fields of merged mining, as every block of this chain has. */
export const isMergeMined = <B extends Partial<Pick<BlockAnswer, MergeMinedField>>>(
  block: B,
): block is MergeMined<B> => mergeMinedFields.every((name) => block[name] !== undefined);

/** Returns the position of the transaction at `index` of a block; undefined in a pending block. */
export function inclusionIn(shown: ShownBlock, index: number): Inclusion | undefined {
  const { hash, header } = shown;
  if (hash === undefined) return undefined;
  const { number: blockNumber, timestamp: blockTimestamp, minimumGasPrice } = header;
  const place = { blockHash: hash, blockNumber, blockTimestamp, transactionIndex: index };
  return { ...place, minimumGasPrice };
}

function showTransactions(
  shown: ShownBlock,
  isFull: boolean,
  form: AnswerForm,
): Hashes | Transactions {
  if (!isFull) return shown.transactions.map((tx) => tx.hash);
  return shown.transactions.map((tx, index) =>
    showTransaction({ transaction: tx, inclusion: inclusionIn(shown, index) }, form),
  );
}

/** Returns a block as the form has it: the pending one with a hash if its transactions have places. */
export const placedBlock = (shown: ShownBlock, form: AnswerForm): ShownBlock =>
  shown.hash === undefined && form.pendingBlock === "placed"
    ? { ...shown, hash: hashHeader(shown.header) }
    : shown;

/** Returns the fields of a block that a seal decides. */
function placeFields(
  { header, hash }: ShownBlock,
  form: AnswerForm,
): Pick<BlockAnswer, "number" | "hash" | "logsBloom"> {
  const { number, logsBloom } = header;
  if (hash !== undefined) return { number, hash, logsBloom };
  return form.pendingBlock === "unplaced"
    ? { number: undefined, hash, logsBloom: undefined }
    : { number: undefined, hash: hashHeader(header), logsBloom };
}

/**
 * Converts a block to its wire object.
 * @param isFull whether transactions are objects instead of hashes.
 */
export function showBlock(
  given: ShownBlock,
  isFull: boolean,
  form: AnswerForm = answerForms.standard,
): BlockAnswer {
  const shown = placedBlock(given, form);
  const { header } = shown;
  const { number, hash, logsBloom } = placeFields(shown, form);
  return {
    number,
    hash,
    parentHash: header.parentHash,
    sha3Uncles: header.unclesHash,
    logsBloom,
    transactionsRoot: header.transactionsRoot,
    stateRoot: header.stateRoot,
    receiptsRoot: header.receiptsRoot,
    miner: header.coinbase,
    difficulty: header.difficulty,
    totalDifficulty: shown.totalDifficulty,
    extraData: header.extraData,
    size: encodeBlock(shown).length,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp: header.timestamp,
    transactions: showTransactions(shown, isFull, form),
    uncles: shown.uncles.map(hashHeader),
    minimumGasPrice: header.minimumGasPrice,
    bitcoinMergedMiningHeader: header.bitcoinMergedMiningHeader,
    bitcoinMergedMiningCoinbaseTransaction: header.bitcoinMergedMiningCoinbaseTransaction,
    bitcoinMergedMiningMerkleProof: header.bitcoinMergedMiningMerkleProof,
    hashForMergedMining: shown.hashForMergedMining,
    paidFees: header.paidFees,
    cumulativeDifficulty: shown.totalDifficulty,
    baseFeePerGas: header.minimumGasPrice,
    ...sealFields(shown.prevRandao),
  };
}

/** Converts a block to the wire object without its transactions. */
export function showHeader(
  shown: ShownBlock,
  form: AnswerForm = answerForms.standard,
): HeaderAnswer {
  const { transactions: _, ...header } = showBlock(shown, false, form);
  return header;
}
