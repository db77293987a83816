/** Cached views of logs: many clients query the blocks they just saw again. */

import {
  type BlockHash,
  BlockLogsView,
  emptyBloom,
  type Header,
  isEqual,
  keccak256,
  rawTransactionsOf,
  type StoredBlock,
  storeReceipts,
  toKey,
} from "@tandem/primitives";
import { type Cancellation, LruMap } from "@tandem/runtime";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { FactChecks } from "../reads/fact-checks.js";
import {
  verifyRawTransactions,
  verifyReceiptBytes,
  verifyReceiptsYielding,
} from "../reads/stored-block.js";

/**
 * Reads the logs of a block of any branch; returns undefined for an unknown block. Many logs are verified with
 * pauses, and a cancelled read ends with an AbortError.
 */
export type ReadBlockLogs = (
  hash: BlockHash,
  height: number,
  cancellation: Cancellation,
) => BlockLogsView | undefined | Promise<BlockLogsView>;

/** Bytes that a log, a transaction and an empty view take in addition to the receipts. */
const indexBytes = 28;
const hashBytes = 32;
const frameBytes = 2048;

/** Estimates the memory of a cached view with its key, in bytes. */
export const sizeOf = ({ bytes, count, transactionCount }: BlockLogsView): number =>
  bytes.length + count * indexBytes + transactionCount * hashBytes + frameBytes;

/**
 * Concatenates the transaction hashes: a block may have more transactions than a call can have
 * arguments.
 */
function hashesOf(body: Uint8Array): Uint8Array {
  const raws = rawTransactionsOf(body);
  const hashes = new Uint8Array(raws.length * hashBytes);
  for (const [i, raw] of raws.entries()) hashes.set(keccak256(raw), i * hashBytes);
  return hashes;
}

const noReceipts = storeReceipts([]);

type Place = Pick<StoredBlock, "hash" | "header">;

export interface BlockLogsSource {
  readonly header: (hash: BlockHash) => Header | undefined;
  readonly checks: FactChecks;
}

/**
 * Returns a reader of block logs. Its reads throw {Fault} `corrupt-data` for receipts and bodies
 * that do not match the block.
 */
export function blockLogsReader(store: Reader, { header, checks }: BlockLogsSource): ReadBlockLogs {
  const cached = new LruMap<string, BlockLogsView>(chainLimits.blockLogsBytesMax, sizeOf);

  /** Returns the view of verified receipts. */
  function keep(receipts: Uint8Array, { hash, header: of }: Place): BlockLogsView {
    const blockNumber = of.number;
    const transactionHashes = () => {
      const row = { table: table.bodies, hash, height: blockNumber };
      const body = store.get(table.bodies.raw, hash, blockNumber);
      if (body === undefined) throw checks.missing(row);
      verifyRawTransactions(checks, row, body, () => of);
      return hashesOf(body);
    };
    const view = new BlockLogsView(receipts, { blockHash: hash, blockNumber, transactionHashes });
    cached.set(toKey(hash), view);
    return view;
  }

  return (hash, height, cancellation) => {
    const known = cached.get(toKey(hash));
    if (known !== undefined) return known;
    const found = header(hash);
    if (found === undefined) return undefined;
    const place = { hash, header: found };
    // The bloom has the address of each log. A block may have many transactions without one.
    if (isEqual(found.logsBloom, emptyBloom)) return keep(noReceipts, place);
    const receipts = store.get(table.receipts.raw, hash, height);
    if (receipts === undefined) throw checks.missing({ table: table.receipts, hash, height });
    if (receipts.length > chainLimits.receiptBytesAtOnce) {
      const verified = verifyReceiptsYielding(checks, place, receipts, cancellation);
      return verified.then(() => keep(receipts, place));
    }
    verifyReceiptBytes(checks, place, receipts);
    return keep(receipts, place);
  };
}
