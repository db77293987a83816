/** Caches facts in decoded form, each kind weighted by its memory. */
import { type FailedExecution, type PricesPaid, type StoredBlock, toKey } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { chainLimits } from "../../limits.js";

/**
 * Bytes that a decoded transaction with its receipt takes beside its raw bytes, and a log beside
 * its data.
 */
const transactionBytes = 1_700;
const logBytes = 1_500;

/** Bytes that decoded logs take for each byte of the encoded receipts: most logs have 150 bytes or more. */
const decodedBytes = 10;

/**
 * Returns the weight of a block. The newest is cached however large it is, since it is read most.
 * @param receiptBytes of the encoded receipts: if they are known, no log is decoded to be counted.
 */
export function weightOf({ transactions, receipts }: StoredBlock, receiptBytes?: number): number {
  const { blockBytesCached, blocksCached } = chainLimits;
  let bytes = receiptBytes === undefined ? 0 : receiptBytes * decodedBytes;
  for (const { raw } of transactions) bytes += transactionBytes + raw.length;
  for (const { logs } of receiptBytes === undefined ? receipts : []) {
    for (const { data } of logs) bytes += logBytes + data.length;
  }
  return Math.min(Math.max(bytes, blockBytesCached / blocksCached), blockBytesCached);
}

/** Creates the cache of executed blocks by hash. One may have ten thousand transactions. */
export const createBlockCache = (): LruMap<string, StoredBlock> =>
  new LruMap(chainLimits.blockBytesCached, (block) => weightOf(block));

/** The weight of a block's cache entry beside its prices. */
const entryWeight = 64;

/** Creates the cache of the gas prices paid, by block hash. */
export const createPricesCache = (): LruMap<string, PricesPaid> =>
  new LruMap(chainLimits.pricesKept, ({ size }) => entryWeight + size);

/** The failures of a block by the index of their transaction. */
export type Failures = ReadonlyMap<number, FailedExecution>;

/** Bytes that a failure takes beside its output. */
const failureBytes = 200;

function weightOfFailures(failures: Failures): number {
  let bytes = failureBytes;
  for (const { output } of failures.values()) bytes += failureBytes + output.length;
  return bytes;
}

/** Creates the cache of failures by block hash. They are not stored, and are asked for right after their block. */
export const createFailuresCache = (): LruMap<string, Failures> =>
  new LruMap(chainLimits.failureBytesCached, weightOfFailures);

/** Wraps a read by hash with a cache; missing rows are not cached. */
export function cacheByHash<Value>(
  cached: LruMap<string, Value>,
  read: (hash: Uint8Array) => Value | undefined,
): (hash: Uint8Array) => Value | undefined {
  return (hash) => {
    const key = toKey(hash);
    const known = cached.get(key);
    if (known !== undefined) return known;
    const found = read(hash);
    if (found !== undefined) cached.set(key, found);
    return found;
  };
}
