/** Encodes and decodes Bitcoin blocks: a header, then transactions. */
import * as P from "micro-packed";
import { headerBytes } from "./header.js";
import {
  type BitcoinTransaction,
  compactSize,
  firstTransactionCoder,
  transactionListCoder,
} from "./transaction.js";

export interface BitcoinBlock {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** The transactions, the coinbase first. */
  readonly transactions: readonly BitcoinTransaction[];
}

const coder = P.struct({ header: P.bytes(headerBytes), transactions: transactionListCoder });

/**
 * Returns the wire form of a Bitcoin block; transactions keep their witnesses.
 * @throws {Error} when a field is out of its range.
 */
export function encodeBitcoinBlock(block: BitcoinBlock): Uint8Array {
  return coder.encode({ header: block.header, transactions: [...block.transactions] });
}

/** Returns a block of its 80-byte header and serialized transactions, the coinbase first. */
export function encodeBlockParts(
  header: Uint8Array,
  transactions: readonly Uint8Array[],
): Uint8Array {
  const parts = [header, compactSize.encode(transactions.length), ...transactions];
  return new Uint8Array(Buffer.concat(parts));
}

/** Decodes a block. @throws {Error} when the bytes are not exactly a block. */
export function decodeBitcoinBlock(bytes: Uint8Array): BitcoinBlock {
  return coder.decode(bytes);
}

/**
 * Decodes header and coinbase of a block. The rest is not read, so a full block takes no longer
 * than a small one.
 * @throws {Error} when the bytes do not begin with a header and a coinbase.
 */
export function decodeBlockStart(bytes: Uint8Array): {
  readonly header: Uint8Array;
  readonly coinbase: BitcoinTransaction;
} {
  const header = bytes.slice(0, headerBytes);
  const options = { allowUnreadBytes: true };
  const { first } = firstTransactionCoder.decode(bytes.subarray(headerBytes), options);
  return { header, coinbase: first };
}
