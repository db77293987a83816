/**
 * Verifies rows of the database against their keys and against each other. Each check is a pure
 * function that returns the broken rule, or undefined for a row that matches its key.
 */
import { blockWeight, type Violation, verifyMergedMining } from "@tandem/consensus";
import {
  addLogsToBloom,
  type Block,
  type BlockHash,
  type ChainSpec,
  commonAt,
  creationAddress,
  decodeTransaction,
  effectiveGasPrice,
  emptyBloom,
  Fault,
  firstHeight,
  type Header,
  hashHeader,
  isEqual,
  keccak256,
  type Receipt,
  receiptsRoot,
  rulesAt,
  type SignedTransaction,
  type StoredBlock,
  type StoredBody,
  senderProof,
  type TxHash,
  toHex,
  transactionsRoot,
  unclesHash,
} from "@tandem/primitives";
import type { Location } from "@tandem/store";

/** Returns the violation of a rule if two byte strings differ; undefined stands for none of them. */
export function bytesDiffer(
  rule: string,
  expected: Uint8Array | undefined,
  found: Uint8Array | undefined,
): Violation | undefined {
  if (expected === undefined && found === undefined) return undefined;
  if (expected !== undefined && found !== undefined && isEqual(expected, found)) return undefined;
  return { rule, expected: shown(expected), found: shown(found) };
}

/** Returns the violation of a rule if two amounts differ. */
export function amountsDiffer(
  rule: string,
  expected: bigint,
  found: bigint,
): Violation | undefined {
  return expected === found ? undefined : { rule, expected: `${expected}`, found: `${found}` };
}

const shown = (bytes: Uint8Array | undefined) => (bytes === undefined ? "nothing" : toHex(bytes));

/**
 * Verifies a header against its block hash. The hash covers neither the coinbase nor the Merkle
 * branch (RSKIP-92); the Bitcoin header, which it covers, commits to both.
 * @returns `header/hash`, or a rule of merged mining. The first block has no proof. If it
 * represents a block of another chain, its hash is not its own either: `createGenesis` creates it
 * again.
 */
export function verifyHeaderFact(
  hash: BlockHash,
  header: Header,
  spec: ChainSpec,
): Violation | undefined {
  const isFirst = header.number === firstHeight(spec);
  if (isFirst && spec.genesis.forkedFrom !== undefined) {
    return bytesDiffer("header/hash", spec.genesis.forkedFrom.hash, hash);
  }
  const broken = bytesDiffer("header/hash", hash, hashHeader(header));
  if (broken !== undefined || isFirst) return broken;
  return verifyMergedMining(header, rulesAt(spec.forks, header.number));
}

/**
 * Verifies transactions and uncles against the roots of their header.
 * @returns `body/transactions-root`, `body/uncles-hash` or `body/uncle-count`.
 */
export function verifyBodyFact(
  header: Header,
  { transactions, uncles }: StoredBody,
): Violation | undefined {
  return (
    bytesDiffer(
      "body/transactions-root",
      header.transactionsRoot,
      transactionsRoot(transactions),
    ) ??
    bytesDiffer("body/uncles-hash", header.unclesHash, unclesHash(uncles)) ??
    amountsDiffer("body/uncle-count", BigInt(header.uncleCount), BigInt(uncles.length))
  );
}

/**
 * Verifies stored senders against the signatures, which takes 50 µs a transaction.
 * @returns `body/sender`.
 */
export function verifySenders(
  { number }: Header,
  transactions: readonly SignedTransaction[],
  spec: ChainSpec,
): Violation | undefined {
  const common = commonAt(spec, number);
  for (const { raw, sender } of transactions) {
    try {
      const recovered = decodeTransaction(raw, common, senderProof(spec)).sender;
      const broken = bytesDiffer("body/sender", recovered, sender);
      if (broken !== undefined) return broken;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { rule: "body/sender", found: error.message };
    }
  }
  return undefined;
}

/**
 * Verifies receipts against their root, bloom and gas in the header.
 * @returns `receipts/count`, `receipts/root`, `receipts/bloom` or `receipts/gas-used`.
 */
export function verifyReceiptsFact(
  header: Header,
  receipts: readonly Receipt[],
): Violation | undefined {
  const bloom = new Uint8Array(emptyBloom.length);
  for (const { logs } of receipts) addLogsToBloom(bloom, logs);
  const gasUsed = receipts.at(-1)?.cumulativeGasUsed ?? 0n;
  return (
    bytesDiffer("receipts/root", header.receiptsRoot, receiptsRoot(receipts)) ??
    bytesDiffer("receipts/bloom", header.logsBloom, bloom) ??
    amountsDiffer("receipts/gas-used", header.gasUsed, gasUsed)
  );
}

/**
 * Verifies the stored fields of receipts that their root does not cover, against the transactions.
 * @returns `receipts/count`, `receipts/type`, `receipts/price` or `receipts/contract-address`.
 */
export function verifyReceiptDetails({
  header,
  transactions,
  receipts,
}: Pick<StoredBlock, "header" | "transactions" | "receipts">): Violation | undefined {
  const count = BigInt(transactions.length);
  const miscounted = amountsDiffer("receipts/count", count, BigInt(receipts.length));
  if (miscounted !== undefined) return miscounted;
  for (const [i, { fields, sender }] of transactions.entries()) {
    const receipt = receipts[i] as Receipt;
    const price = effectiveGasPrice(fields, header.minimumGasPrice);
    const created = fields.to === undefined ? creationAddress(sender, fields.nonce) : undefined;
    const broken =
      amountsDiffer("receipts/type", BigInt(fields.type), BigInt(receipt.type)) ??
      amountsDiffer("receipts/price", price, receipt.effectiveGasPrice) ??
      bytesDiffer("receipts/contract-address", created, receipt.contractAddress);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/** Verifies the total difficulty against the parent's. @returns `total-difficulty/sum`. */
export function verifyTotalDifficulty(
  block: Block,
  found: bigint,
  parentTotal: bigint,
): Violation | undefined {
  return amountsDiffer("total-difficulty/sum", parentTotal + blockWeight(block), found);
}

/**
 * Verifies bytes against the keccak-256 hash that is their key: trie nodes, contract code,
 * addresses and slots.
 * @returns `bytes/hash`.
 */
export function verifyHashedFact(hash: Uint8Array, bytes: Uint8Array): Violation | undefined {
  return bytesDiffer("bytes/hash", hash, keccak256(bytes));
}

/**
 * Verifies a row of the transaction lookup against the block it names.
 * @returns `location/transaction`.
 */
export function verifyLocation(
  hash: TxHash,
  { index }: Location,
  { transactions }: Pick<Block, "transactions">,
): Violation | undefined {
  return bytesDiffer("location/transaction", hash, transactions[index]?.hash);
}
