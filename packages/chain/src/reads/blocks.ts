/** Reads of facts and of the canonical view, with what is read most kept decoded. */

import type { Ancestry } from "@tandem/consensus";
import {
  type BlockHash,
  type BlockTraces,
  type ChainSpec,
  firstHeight,
  type Header,
  isEqual,
  type StoredBlock,
  type TxHash,
  toKey,
} from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { type Location, type Reader, table } from "@tandem/store";
import { type Edits, readEdits } from "../dev/edits.js";
import { blockLogsReader, type ReadBlockLogs } from "../index/block-logs.js";
import { canonicalPages, type ReadCanonicalPage } from "../index/canonical-pages.js";
import { chainLimits } from "../limits.js";
import { type AncestorHashCache, createAncestorHashCache } from "./ancestor-hash-cache.js";
import { createBlockCache } from "./block-cache.js";
import { cacheByHash } from "./cache-by-hash.js";
import { heldAt, readCanonicalHash } from "./canonical-row.js";
import { createFactChecks } from "./fact-checks.js";
import { createPricesCache, type PricesPaid, pricesPaidIn } from "./prices-paid.js";
import { readStoredBlock } from "./stored-block.js";
import { verifyHeaderFact, verifyLocation } from "./verify-fact.js";

export interface Blocks {
  /** Height the chain begins at: not 0 where it forks another. */
  readonly first: number;
  /** Which state is the one before and after a block, where somebody has edited it. */
  readonly edits: Edits;
  header(hash: BlockHash): Header | undefined;
  block(hash: BlockHash): StoredBlock | undefined;
  /** Returns the gas prices paid in a block; undefined when there is no such block. */
  pricesPaid(hash: BlockHash): PricesPaid | undefined;
  readonly blockLogs: ReadBlockLogs;
  /** Decodes the traces of a block's transactions, in steps. @throws when the block is not stored. */
  tracesSteps(hash: BlockHash): Generator<void, BlockTraces>;
  readonly canonicalPage: ReadCanonicalPage;
  /** Returns the hash of the canonical block at a height. */
  canonicalHash(height: number): BlockHash | undefined;
  /** The same; that it is of a block which is there, at that height, was seen to. */
  canonicalBlockHash(height: number): BlockHash | undefined;
  isCanonical(hash: BlockHash, height: number): boolean;
  location(hash: TxHash): Location | undefined;
  /**
   * Clears the cache of `location`. It must be called when blocks are removed, since their
   * transactions are then in other blocks or in none.
   */
  clearLocationCache(): void;
  /** The branch that ends at `tip`. */
  ancestry(tip: BlockHash): Ancestry;
  /** Keeps a block that was just written, so that it need not be decoded again. */
  remember(block: StoredBlock): void;
  /** Calls `listener` with every block that is kept so. */
  onRemembered(listener: (block: StoredBlock) => void): void;
}

/** A row leads to a block that is not there. */
const missingBlock = { rule: "location/block" };

/** Reads throw {Fault} `corrupt-data` for rows that do not belong to their keys. */
export function readBlocks(store: Reader, spec: ChainSpec): Blocks {
  const headers = new LruMap<string, Header>(chainLimits.headersCached);
  const blocks = createBlockCache();
  const prices = createPricesCache();
  const checks = createFactChecks(store);
  const header = cacheByHash(headers, readHeader);
  const block = cacheByHash(blocks, readBlock);
  const pricesPaid = cacheByHash(prices, (hash) => {
    const found = block(hash);
    return found && pricesPaidIn(found.receipts);
  });
  const createLocationCache = () =>
    cacheByHash(new LruMap<string, Location>(chainLimits.transactionLookupsCached), (hash) =>
      readLocation(hash),
    );
  let location = createLocationCache();
  const ancestorHashes = createAncestorHashCache(header);
  const listeners: ((block: StoredBlock) => void)[] = [];

  function readHeader(hash: BlockHash): Header | undefined {
    const found = store.get(table.headers, hash);
    if (found === undefined) return undefined;
    const row = { table: table.headers, hash, height: found.number };
    checks.verify(row, () => verifyHeaderFact(hash, found, spec));
    return found;
  }

  function readBlock(hash: BlockHash): StoredBlock | undefined {
    const found = header(hash);
    // Asked of every block that comes in, most of which are new.
    if (found === undefined) return undefined;
    return readStoredBlock({ store, spec, checks }, hash, found);
  }

  function readLocation(hash: TxHash): Location | undefined {
    const found = store.get(table.transactionLookup, hash);
    if (found === undefined) return undefined;
    const stored = block(found.blockHash);
    const broken = stored === undefined ? missingBlock : verifyLocation(hash, found, stored);
    if (broken === undefined) return found;
    throw store.damaged({ table: table.transactionLookup.name, key: hash, rule: broken.rule });
  }

  const first = firstHeight(spec);
  const rows = { reader: store, first, header };
  const canonicalHash = (height: number) => readCanonicalHash(rows, height);
  const isCanonical = (hash: BlockHash, height: number) => {
    const found = store.get(table.canonical, height);
    return found !== undefined && isEqual(found, hash);
  };

  return {
    first,
    edits: readEdits(store),
    header,
    block,
    pricesPaid,
    blockLogs: blockLogsReader(store, { header, checks }),
    *tracesSteps(hash) {
      const height = header(hash)?.number ?? 0;
      const found = yield* store.getSteps(table.traces, hash, height);
      if (found === undefined) throw checks.missing({ table: table.traces, hash, height });
      return found;
    },
    canonicalPage: canonicalPages(),
    canonicalHash,
    canonicalBlockHash: (height) => heldAt(header, store.damaged, canonicalHash(height), height),
    isCanonical,
    location: (hash) => location(hash),
    clearLocationCache() {
      location = createLocationCache();
    },
    ancestry: (tip) =>
      readAncestry({ tip, header, block, canonicalHash, isCanonical, ancestorHashes }),
    onRemembered(listener) {
      listeners.push(listener);
    },
    remember(stored) {
      for (const listener of listeners) listener(stored);
      const key = toKey(stored.hash);
      headers.set(key, stored.header);
      blocks.set(key, stored);
      prices.set(key, pricesPaidIn(stored.receipts));
    },
  };
}

type AncestryReads = Pick<Blocks, "header" | "block" | "canonicalHash" | "isCanonical"> & {
  readonly tip: BlockHash;
  readonly ancestorHashes: AncestorHashCache;
};

/**
 * Reads ancestors: walks parents down to where the branch joins the canonical chain, then reads
 * heights. The head may move between two reads, so each one checks that the junction is still
 * canonical.
 */
function readAncestry(reads: AncestryReads): Ancestry {
  const branch = new Map<number, BlockHash>();
  let joint: { readonly hash: BlockHash; readonly height: number } | undefined;

  function walkFrom(tip: BlockHash): void {
    joint = undefined;
    for (let hash = tip, at = reads.header(hash); at !== undefined; at = reads.header(hash)) {
      if (reads.isCanonical(hash, at.number)) {
        joint = { hash, height: at.number };
        return;
      }
      branch.set(at.number, hash);
      hash = at.parentHash;
    }
  }

  function hashAt(height: number): BlockHash | undefined {
    const near = reads.ancestorHashes.ancestor(reads.tip, height);
    if (near !== undefined) return near;
    if (joint === undefined && branch.size === 0) walkFrom(reads.tip);
    return farAt(height);
  }

  function farAt(height: number): BlockHash | undefined {
    if (joint === undefined || height > joint.height) return branch.get(height);
    if (height === joint.height) return joint.hash;
    const found = reads.canonicalHash(height);
    // In this order: the writer's thread may finish a reorg between the two.
    if (reads.isCanonical(joint.hash, joint.height)) return found;
    walkFrom(joint.hash);
    return farAt(height);
  }

  return {
    hash: hashAt,
    header(height) {
      const hash = hashAt(height);
      return hash && reads.header(hash);
    },
    uncles(height) {
      const hash = hashAt(height);
      // Of most blocks the header says that there are none, and large ones are long to decode.
      if (hash === undefined || reads.header(hash)?.uncleCount === 0) return [];
      return reads.block(hash)?.uncles ?? [];
    },
  };
}
