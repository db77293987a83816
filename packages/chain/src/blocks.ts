/** Reads of facts and of the canonical view, with what is read most kept decoded. */
import type { Ancestry } from "@tandem/consensus";
import {
  type BlockHash,
  type ChainSpec,
  firstHeight,
  type Header,
  isEqual,
  LruMap,
  restoreReceipts,
  restoreTraces,
  type StoredBlock,
  type TxHash,
  toHex,
  toKey,
} from "@tandem/primitives";
import { type Location, type Reader, table } from "@tandem/store";
import { decodeBody } from "./body.js";
import { canonicalPages, type ReadCanonicalPage } from "./canonical-pages.js";
import { type Edits, readEdits } from "./edits.js";
import { keepByHash } from "./keep-by-hash.js";
import { createKeptBlocks } from "./kept-blocks.js";
import { chainLimits } from "./limits.js";
import { createLine, type Line } from "./line.js";
import { logSheets, type ReadLogSheet } from "./log-sheets.js";
import { createPricesKept, type PricesPaid, pricesPaidIn } from "./prices-paid.js";
import type { BlockTraces } from "./terms.js";

export interface Blocks {
  /** Height the chain begins at: not 0 where it forks another. */
  readonly first: number;
  /** Which state is the one before and after a block, where somebody has edited it. */
  readonly edits: Edits;
  header(hash: BlockHash): Header | undefined;
  block(hash: BlockHash): StoredBlock | undefined;
  /** What was paid for gas in a block; undefined when there is no such block. */
  pricesPaid(hash: BlockHash): PricesPaid | undefined;
  readonly logSheet: ReadLogSheet;
  /** Traces of a block's transactions. @throws when the block was not kept. */
  traces(hash: BlockHash): BlockTraces;
  readonly canonicalPage: ReadCanonicalPage;
  /** Hash of the canonical block at a height. */
  canonicalHash(height: number): BlockHash | undefined;
  isCanonical(hash: BlockHash, height: number): boolean;
  location(hash: TxHash): Location | undefined;
  /** To be called when blocks are taken back: their transactions stand elsewhere, or nowhere. */
  forgetLocations(): void;
  /** The branch that ends at `tip`. */
  ancestry(tip: BlockHash): Ancestry;
  /** Keeps a block that was just written, so that it need not be decoded again. */
  remember(block: StoredBlock): void;
  /** Calls `listener` with every block that is kept so. */
  onRemembered(listener: (block: StoredBlock) => void): void;
}

export function readBlocks(store: Reader, spec: ChainSpec): Blocks {
  const headers = new LruMap<string, Header>(chainLimits.headersCached);
  const blocks = createKeptBlocks();
  const prices = createPricesKept();
  const header = keepByHash(headers, (hash) => store.get(table.headers, hash));
  const block = keepByHash(blocks, readBlock);
  const pricesPaid = keepByHash(prices, (hash) => {
    const found = block(hash);
    return found && pricesPaidIn(found.receipts);
  });
  const readLocation = () =>
    keepByHash(new LruMap<string, Location>(chainLimits.locationsCached), (hash) =>
      store.get(table.locations, hash),
    );
  let location = readLocation();
  const line = createLine(header);
  const listeners: ((block: StoredBlock) => void)[] = [];

  function readBlock(hash: BlockHash): StoredBlock | undefined {
    const found = header(hash);
    // Asked of every block that comes in, most of which are new.
    if (found === undefined) return undefined;
    const body = store.get(table.bodies, hash);
    const receipts = store.get(table.receipts, hash);
    const totalDifficulty = store.get(table.weights, hash);
    if (!body || !receipts || totalDifficulty === undefined) return undefined;
    return {
      header: found,
      ...decodeBody(body, spec, found.number),
      hash,
      receipts: restoreReceipts(receipts),
      totalDifficulty,
    };
  }

  const canonicalHash = (height: number) => store.get(table.canonical, height);
  const isCanonical = (hash: BlockHash, height: number) => {
    const found = canonicalHash(height);
    return found !== undefined && isEqual(found, hash);
  };

  return {
    first: firstHeight(spec),
    edits: readEdits(store),
    header,
    block,
    pricesPaid,
    logSheet: logSheets(store),
    traces(hash) {
      const stored = store.get(table.traces, hash);
      if (stored === undefined) throw new Error(`block ${toHex(hash)} has no traces on disk`);
      return restoreTraces(stored);
    },
    canonicalPage: canonicalPages(),
    canonicalHash,
    isCanonical,
    location: (hash) => location(hash),
    forgetLocations() {
      location = readLocation();
    },
    ancestry: (tip) => readAncestry({ tip, header, block, canonicalHash, isCanonical, line }),
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
  readonly line: Line;
};

/**
 * Walks parents down to where the branch joins the canonical chain, below that it reads heights.
 * Whoever holds an ancestry may wait in between and the head may move meanwhile, so each time it is
 * seen to that the joint is canonical still.
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
    const near = reads.line.ancestor(reads.tip, height);
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
