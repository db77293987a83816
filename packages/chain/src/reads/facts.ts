/** Reads facts, which never change, and caches those that are read most in decoded form. */

import {
  type BlockHash,
  encodeBlock,
  type Header,
  type PricesPaid,
  pricesPaidIn,
  type StoredBlock,
  type TxHash,
  toKey,
} from "@tandem/primitives";
import { LruMap, runYielding } from "@tandem/runtime";
import { type Location, type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import {
  type FactSource,
  readEncodedBlock,
  readStoredBlock,
  verifyReceiptsSteps,
} from "../rows/stored-block.js";
import { verifyHeaderFact, verifyLocation } from "../rows/verify-fact.js";
import {
  cacheByHash,
  createBlockCache,
  createFailuresCache,
  createPricesCache,
  type Failures,
  weightOf,
} from "./caches/fact-caches.js";

/** Reads blocks by hash, and the positions of transactions. */
export interface Facts {
  header(hash: BlockHash): Header | undefined;
  block(hash: BlockHash): StoredBlock | undefined;
  /** Returns the RLP of a block, which is read without its receipts and is not cached. */
  encodedBlock(hash: BlockHash): Uint8Array | undefined;
  /**
   * Verifies the receipts of a block in steps, so that `block` does not hold the event loop for them:
   * a block may have tens of thousands of logs. Returns undefined if there is nothing to wait for.
   */
  prepare(hash: BlockHash): Promise<void> | undefined;
  /** Does the same for the block of a transaction, before `location`. */
  prepareLocated(hash: TxHash): Promise<void> | undefined;
  /** Returns the gas prices paid in a block; undefined when there is no such block. */
  pricesPaid(hash: BlockHash): PricesPaid | undefined;
  location(hash: TxHash): Location | undefined;
  /** Returns how transactions of a block failed, if it was executed here of late; it is not stored. */
  failures(hash: BlockHash): Failures | undefined;
  /**
   * Clears the cache of `location`. It must be called when blocks are removed, since their
   * transactions are then in other blocks or in none.
   */
  clearLocationCache(): void;
  /** Caches a block that was just written, so that it need not be decoded again. */
  remember(block: StoredBlock, receiptBytes?: number, failures?: Failures): void;
  /** Calls `listener` with every block passed to `remember`. */
  onRemembered(listener: (block: StoredBlock) => void): void;
}

/** The violation of a row that refers to a missing block. */
const missingBlock = { rule: "location/block" };

/**
 * Creates the reads of facts. They throw {Fault} `corrupt-data` for rows that do not match their
 * keys.
 */
export function readFacts(source: FactSource): Facts {
  const headers = new LruMap<string, Header>(chainLimits.headersCached);
  const blocks = createBlockCache();
  const prices = createPricesCache();
  const failures = createFailuresCache();
  const listeners: ((block: StoredBlock) => void)[] = [];
  const header = cacheByHash(headers, (hash) => readHeader(source, hash));
  const block = (hash: BlockHash) => {
    const key = toKey(hash);
    const known = blocks.get(key);
    if (known !== undefined) return known;
    const found = header(hash);
    // The header is read first since most submitted blocks are new.
    if (found === undefined) return undefined;
    const { block: read, receiptBytes } = readStoredBlock(source, hash, found);
    blocks.set(key, read, weightOf(read, receiptBytes));
    return read;
  };
  const prepare = (hash: BlockHash) => {
    const found = blocks.get(toKey(hash)) === undefined ? header(hash) : undefined;
    return found && verifyManyReceipts(source, hash, found);
  };
  const locations = new LruMap<string, Location>(chainLimits.transactionLookupsCached);
  return {
    header,
    block,
    encodedBlock(hash) {
      const known = blocks.get(toKey(hash));
      if (known !== undefined) return encodeBlock(known);
      const found = header(hash);
      return found && readEncodedBlock(source, hash, found);
    },
    prepare,
    prepareLocated(hash) {
      const found = locations.get(toKey(hash)) ?? source.store.get(table.transactionLookup, hash);
      return found && prepare(found.blockHash);
    },
    pricesPaid: cacheByHash(prices, (hash) => {
      const found = block(hash);
      return found && pricesPaidIn(found.receipts);
    }),
    location: cacheByHash(locations, (hash) => readLocation(source.store, hash, block)),
    failures: (hash) => failures.get(toKey(hash)),
    clearLocationCache: () => locations.clear(),
    onRemembered(listener) {
      listeners.push(listener);
    },
    remember(stored, receiptBytes, failed) {
      for (const listener of listeners) listener(stored);
      const key = toKey(stored.hash);
      headers.set(key, stored.header);
      blocks.set(key, stored, weightOf(stored, receiptBytes));
      prices.set(key, pricesPaidIn(stored.receipts));
      if (failed !== undefined && failed.size > 0) failures.set(key, failed);
    },
  };
}

/** Verifies receipts in steps if they are many. Damaged and missing ones are reported by the read. */
function verifyManyReceipts(
  { store, checks }: FactSource,
  hash: BlockHash,
  header: Header,
): Promise<void> | undefined {
  const bytes = store.get(table.receipts.raw, hash, header.number);
  if (bytes === undefined || bytes.length <= chainLimits.receiptBytesAtOnce) return undefined;
  return runYielding(verifyReceiptsSteps(checks, { hash, header }, bytes));
}

function readHeader({ store, spec, checks }: FactSource, hash: BlockHash): Header | undefined {
  const found = store.get(table.headers, hash);
  if (found === undefined) return undefined;
  const row = { table: table.headers, hash, height: found.number };
  checks.verify(row, () => verifyHeaderFact(hash, found, spec));
  return found;
}

function readLocation(store: Reader, hash: TxHash, block: Facts["block"]): Location | undefined {
  const found = store.get(table.transactionLookup, hash);
  if (found === undefined) return undefined;
  const stored = block(found.blockHash);
  const broken = stored === undefined ? missingBlock : verifyLocation(hash, found, stored);
  if (broken === undefined) return found;
  throw store.damaged({ table: table.transactionLookup.name, key: hash, rule: broken.rule });
}
