/** Reads of facts and of the canonical view, with what is read most kept decoded. */
import type { Ancestry } from "@tandem/consensus";
import {
  type BlockHash,
  type ChainSpec,
  type Header,
  isEqual,
  restoreReceipts,
  restoreTraces,
  type StoredBlock,
  type TxHash,
  toHex,
} from "@tandem/primitives";
import { type Location, type Reader, table } from "@tandem/store";
import { decodeBody } from "./body.js";
import { chainLimits } from "./limits.js";
import { LruMap } from "./lru.js";
import type { BlockTraces } from "./terms.js";

export interface Blocks {
  header(hash: BlockHash): Header | undefined;
  block(hash: BlockHash): StoredBlock | undefined;
  /** Traces of a block's transactions. @throws when the block was not kept. */
  traces(hash: BlockHash): BlockTraces;
  /** Hash of the canonical block at a height. */
  canonicalHash(height: number): BlockHash | undefined;
  isCanonical(hash: BlockHash, height: number): boolean;
  location(hash: TxHash): Location | undefined;
  /** The branch that ends at `tip`. */
  ancestry(tip: BlockHash): Ancestry;
  /** Keeps a block that was just written, so that it need not be decoded again. */
  remember(block: StoredBlock): void;
}

export function readBlocks(store: Reader, spec: ChainSpec): Blocks {
  const headers = new LruMap<string, Header>(chainLimits.headersCached);
  const blocks = new LruMap<string, StoredBlock>(chainLimits.blocksCached);

  function header(hash: BlockHash): Header | undefined {
    const key = toHex(hash);
    const cached = headers.get(key);
    if (cached !== undefined) return cached;
    const found = store.get(table.headers, hash);
    if (found !== undefined) headers.set(key, found);
    return found;
  }

  function block(hash: BlockHash): StoredBlock | undefined {
    const key = toHex(hash);
    const cached = blocks.get(key);
    if (cached !== undefined) return cached;
    const found = header(hash);
    const body = store.get(table.bodies, hash);
    const receipts = store.get(table.receipts, hash);
    const totalDifficulty = store.get(table.weights, hash);
    if (!found || !body || !receipts || totalDifficulty === undefined) return undefined;
    const stored: StoredBlock = {
      header: found,
      ...decodeBody(body, spec, found.number),
      hash,
      receipts: restoreReceipts(receipts),
      totalDifficulty,
    };
    blocks.set(key, stored);
    return stored;
  }

  const canonicalHash = (height: number) => store.get(table.canonical, height);
  const isCanonical = (hash: BlockHash, height: number) => {
    const found = canonicalHash(height);
    return found !== undefined && isEqual(found, hash);
  };

  return {
    header,
    block,
    traces(hash) {
      const stored = store.get(table.traces, hash);
      if (stored === undefined) throw new Error(`block ${toHex(hash)} has no traces on disk`);
      return restoreTraces(stored);
    },
    canonicalHash,
    isCanonical,
    location: (hash) => store.get(table.locations, hash),
    ancestry: (tip) => readAncestry({ tip, header, block, canonicalHash, isCanonical }),
    remember(stored) {
      headers.set(toHex(stored.hash), stored.header);
      blocks.set(toHex(stored.hash), stored);
    },
  };
}

type AncestryReads = Pick<Blocks, "header" | "block" | "canonicalHash" | "isCanonical"> & {
  readonly tip: BlockHash;
};

/** Walks parents down to where the branch joins the canonical chain, below that it reads heights. */
function readAncestry(reads: AncestryReads): Ancestry {
  const tip = reads.header(reads.tip);
  const branch = new Map<number, BlockHash>();
  let joint = -1;
  for (let hash = reads.tip, at = tip; at !== undefined; ) {
    if (reads.isCanonical(hash, at.number)) {
      joint = at.number;
      break;
    }
    branch.set(at.number, hash);
    hash = at.parentHash;
    at = reads.header(hash);
  }
  const hashAt = (height: number) =>
    height <= joint ? reads.canonicalHash(height) : branch.get(height);
  return {
    hash: hashAt,
    header(height) {
      const hash = hashAt(height);
      return hash && reads.header(hash);
    },
    uncles(height) {
      const hash = hashAt(height);
      return (hash && reads.block(hash)?.uncles) ?? [];
    },
  };
}
