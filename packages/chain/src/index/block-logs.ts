/** Cached views of logs: many clients query the blocks they just saw again. */

import {
  type BlockHash,
  BlockLogsView,
  type Header,
  keccak256,
  rawTransactionsOf,
} from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { type Reader, type Table, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { cacheByHash } from "../reads/caches/cache-by-hash.js";
import type { FactChecks } from "../reads/fact-checks.js";
import { verifyRawTransactions, verifyReceiptBytes } from "../reads/stored-block.js";

/** Reads the logs of a block of any branch; returns undefined for an unknown block. */
export type ReadBlockLogs = (hash: BlockHash, height: number) => BlockLogsView | undefined;

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

  function read(blockHash: BlockHash, blockNumber: number): BlockLogsView | undefined {
    const found = header(blockHash);
    if (found === undefined) return undefined;
    const place = { hash: blockHash, header: found };
    const rowOf = (of: Pick<Table<never, unknown>, "name">) => ({
      table: of,
      hash: blockHash,
      height: blockNumber,
    });
    const receipts = store.get(table.receipts.raw, blockHash, blockNumber);
    if (receipts === undefined) throw checks.missing(rowOf(table.receipts));
    verifyReceiptBytes(checks, place, receipts);
    const transactionHashes = () => {
      const body = store.get(table.bodies.raw, blockHash, blockNumber);
      if (body === undefined) throw checks.missing(rowOf(table.bodies));
      verifyRawTransactions(checks, rowOf(table.bodies), body, () => found);
      return hashesOf(body);
    };
    return new BlockLogsView(receipts, { blockHash, blockNumber, transactionHashes });
  }

  return cacheByHash(cached, read);
}
