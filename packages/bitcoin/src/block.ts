/** Encodes and decodes Bitcoin blocks: a header, then transactions. */
import * as P from "micro-packed";
import { doubleSha256, type InternalHash } from "./hash.js";
import { headerBytes } from "./header.js";
import { scanTransactionsSteps } from "./scan-transaction.js";
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
 * Returns header and coinbase of a block, in steps. The rest is not read.
 * @throws {RangeError} when the bytes do not begin with a header and a coinbase.
 */
export function* blockStartSteps(
  bytes: Uint8Array,
): Generator<void, { readonly header: Uint8Array; readonly coinbase: Uint8Array }> {
  let coinbase: Uint8Array | undefined;
  const transactions = scanTransactionsSteps(bytes, headerBytes, ({ plain }) => {
    coinbase = plain;
  });
  for (; coinbase === undefined; yield) if (transactions.next().done === true) break;
  if (coinbase === undefined) throw new RangeError("a block has at least one transaction");
  return { header: bytes.slice(0, headerBytes), coinbase };
}

/**
 * Returns the ids of all transactions of a block, in steps.
 * @throws {RangeError} when the bytes are not exactly a block.
 */
export function* transactionIdsSteps(bytes: Uint8Array): Generator<void, InternalHash[]> {
  const ids: InternalHash[] = [];
  const end = yield* scanTransactionsSteps(bytes, headerBytes, ({ plain }) => {
    ids.push(doubleSha256(plain));
  });
  if (end < bytes.length) throw new RangeError(`${bytes.length - end} bytes after the block`);
  return ids;
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
