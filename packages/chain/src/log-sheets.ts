/** Sheets of logs, those read last kept: many a client asks again for the blocks it just saw. */
import { type BlockHash, keccak256, LogSheet, LruMap } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";
import { rawTransactionsOf } from "./body.js";
import { keepByHash } from "./keep-by-hash.js";
import { chainLimits } from "./limits.js";

/** Logs of a block, whatever its branch; undefined for one that is not known. */
export type ReadLogSheet = (hash: BlockHash, height: number) => LogSheet | undefined;

/** Bytes a log and a transaction take in a sheet beside their receipt's, and what an empty sheet takes. */
const indexBytes = 28;
const hashBytes = 32;
const frameBytes = 2048;

/** What a sheet takes in memory that is kept, with its key. */
export const sizeOf = ({ bytes, count, transactionCount }: LogSheet): number =>
  bytes.length + count * indexBytes + transactionCount * hashBytes + frameBytes;

/** One after the other: a block may have more transactions than a function takes arguments. */
function hashesOf(body: Uint8Array): Uint8Array {
  const raws = rawTransactionsOf(body);
  const hashes = new Uint8Array(raws.length * hashBytes);
  for (const [i, raw] of raws.entries()) hashes.set(keccak256(raw), i * hashBytes);
  return hashes;
}

export function logSheets(store: Reader): ReadLogSheet {
  const sheets = new LruMap<string, LogSheet>(chainLimits.logSheetBytesMax, sizeOf);

  function read(blockHash: BlockHash, blockNumber: number): LogSheet | undefined {
    const receipts = store.get(table.receipts, blockHash);
    if (receipts === undefined) return undefined;
    const transactionHashes = () => hashesOf(store.get(table.bodies, blockHash) as Uint8Array);
    return new LogSheet(receipts, { blockHash, blockNumber, transactionHashes });
  }

  return keepByHash(sheets, read);
}
