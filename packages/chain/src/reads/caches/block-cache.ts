/**
 * Caches executed blocks decoded, weighted by memory, since one may have ten thousand transactions.
 */

import type { StoredBlock } from "@tandem/primitives";
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

/** Creates the cache of blocks by hash. */
export const createBlockCache = (): LruMap<string, StoredBlock> =>
  new LruMap(chainLimits.blockBytesCached, (block) => weightOf(block));
