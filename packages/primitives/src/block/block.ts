/** Blocks, their roots, and the results of their execution. */
import type { BlockHash, Hash32 } from "../bytes/brands.js";
import { keccak256 } from "../bytes/hash.js";
import { encodeReceipt, type Receipt } from "../receipt/receipt.js";
import { encodeRlp, encodeString, listOf } from "../rlp/rlp-list.js";
import type { SignedTransaction } from "../transaction/transaction.js";
import { orderedTrieRoot } from "../trie/ordered-trie.js";
import { orderedTrieRootYielding } from "../worker/hashing-thread.js";
import { type Header, headerFields } from "./header.js";

export interface Block {
  readonly header: Header;
  readonly transactions: readonly SignedTransaction[];
  readonly uncles: readonly Header[];
}

/** The parts of a block that its RLP has. Transactions need not be decoded for it. */
interface EncodedParts extends Pick<Block, "header" | "uncles"> {
  readonly transactions: readonly Pick<SignedTransaction, "raw">[];
}

/** A block that was executed and stored. */
export interface StoredBlock extends Block {
  readonly hash: BlockHash;
  readonly receipts: readonly Receipt[];
  /** Difficulty of this block, its ancestors, and all their uncles. */
  readonly totalDifficulty: bigint;
}

/** A change of the canonical chain. If `removed` is empty, the chain only grew. */
export interface HeadMoved {
  /** Blocks no longer canonical, newest first. */
  readonly removed: readonly StoredBlock[];
  /** Blocks now canonical, oldest first. */
  readonly added: readonly StoredBlock[];
  /** The new head, if a revert removed blocks and added none. */
  readonly wentBackTo?: StoredBlock;
}

/**
 * Returns a transaction's RLP inside a block: a list for a legacy one, a string for a typed one
 * (EIP-2718).
 */
const inBlock = ({ raw }: Pick<SignedTransaction, "raw">) =>
  (raw[0] as number) >= 0xc0 ? raw : encodeString(raw);

/**
 * Encodes a block as RLP `[header, transactions, uncles]`, each header full. Its length is the
 * block's `size`.
 */
export function encodeBlock(block: EncodedParts): Uint8Array {
  return listOf([
    encodeRlp(headerFields(block.header)),
    listOf(block.transactions.map(inBlock)),
    encodeRlp(block.uncles.map(headerFields)),
  ]);
}

export const transactionsRoot = (transactions: readonly Pick<SignedTransaction, "raw">[]): Hash32 =>
  orderedTrieRoot(transactions.map(({ raw }) => raw));

/** Computes the transactions root, yielding to the event loop. */
export const transactionsRootYielding = (
  transactions: readonly SignedTransaction[],
): Promise<Hash32> =>
  orderedTrieRootYielding(
    transactions.length,
    (index) => (transactions[index] as SignedTransaction).raw,
  );

export const receiptsRoot = (receipts: readonly Receipt[]): Hash32 =>
  orderedTrieRoot(receipts.map(encodeReceipt));

const hashUncles = (uncles: readonly Header[]): Hash32 =>
  keccak256(encodeRlp(uncles.map(headerFields)));

/** The hash of no uncles, which most blocks have. */
const noUncles = hashUncles([]);

/** Computes keccak-256 of the RLP list of full uncle headers. */
export const unclesHash = (uncles: readonly Header[]): Hash32 =>
  uncles.length === 0 ? noUncles : hashUncles(uncles);
