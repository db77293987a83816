/** A Bitcoin block as bytes: its header, then its transactions. */
import * as P from "micro-packed";
import { headerBytes } from "./header.js";
import { type BitcoinTransaction, transactionListCoder } from "./transaction.js";

export interface BitcoinBlock {
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** The coinbase first. */
  readonly transactions: readonly BitcoinTransaction[];
}

const coder = P.struct({ header: P.bytes(headerBytes), transactions: transactionListCoder });

/** Transactions keep their witnesses. @throws {Error} when a field is out of its range. */
export function encodeBitcoinBlock(block: BitcoinBlock): Uint8Array {
  return coder.encode({ header: block.header, transactions: [...block.transactions] });
}

/** @throws {Error} when the bytes are not a block, or when some are left over. */
export function decodeBitcoinBlock(bytes: Uint8Array): BitcoinBlock {
  return coder.decode(bytes);
}
