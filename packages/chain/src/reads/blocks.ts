/** Reads facts and the canonical view. */

import type { Ancestry } from "@tandem/consensus";
import {
  type BlockHash,
  type ChainSpec,
  firstHeight,
  isEqual,
  type StoredBlock,
} from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";
import { heldAt, readCanonicalHash } from "../rows/canonical-row.js";
import { type Edits, readEdits } from "../rows/edits.js";
import { createFactChecks } from "../rows/fact-checks.js";
import { readPrevRandaos } from "../rows/requested-rows.js";
import { type AncestorHashCache, createAncestorHashCache } from "./caches/ancestor-hash-cache.js";
import { blockLogsReader, type ReadBlockLogs } from "./caches/block-logs.js";
import { canonicalPages, type ReadCanonicalPage } from "./caches/canonical-pages.js";
import { type Facts, readFacts } from "./facts.js";

export interface Blocks extends Facts {
  /** Height of the chain's first block: not 0 if it forks another chain. */
  readonly first: number;
  /** The states before and after a block, with the edits made to them. */
  readonly edits: Edits;
  /**
   * Returns the result of opcode 0x44 in a block, if one was requested in place of the difficulty.
   */
  prevRandao(block: Pick<StoredBlock, "hash" | "header">): bigint | undefined;
  readonly blockLogs: ReadBlockLogs;
  /** Returns the encoded traces of a block's transactions. @throws when the block is not stored. */
  storedTraces(hash: BlockHash): Uint8Array;
  readonly canonicalPage: ReadCanonicalPage;
  /** Returns the hash of the canonical block at a height. */
  canonicalHash(height: number): BlockHash | undefined;
  /** Returns the same hash, and verifies that a block with it exists at that height. */
  canonicalBlockHash(height: number): BlockHash | undefined;
  isCanonical(hash: BlockHash, height: number): boolean;
  /** Returns the branch that ends at `tip`. */
  ancestry(tip: BlockHash): Ancestry;
}

/**
 * Creates the reads of a chain. They throw {Fault} `corrupt-data` for rows that do not match their
 * keys.
 */
export function readBlocks(store: Reader, spec: ChainSpec): Blocks {
  const checks = createFactChecks(store);
  const facts = readFacts({ store, spec, checks });
  const { header } = facts;
  const ancestorHashes = createAncestorHashCache(header);
  const first = firstHeight(spec);
  const rows = { reader: store, first, header };
  const canonicalHash = (height: number) => readCanonicalHash(rows, height);
  const isCanonical = (hash: BlockHash, height: number) => {
    const found = store.get(table.canonical, height);
    return found !== undefined && isEqual(found, hash);
  };
  return {
    ...facts,
    first,
    edits: readEdits(store),
    prevRandao: readPrevRandaos(store),
    blockLogs: blockLogsReader(store, { header, checks }),
    storedTraces(hash) {
      const height = header(hash)?.number ?? 0;
      const found = store.get(table.traces.raw, hash, height);
      if (found === undefined) throw checks.missing({ table: table.traces, hash, height });
      return found;
    },
    canonicalPage: canonicalPages(),
    canonicalHash,
    canonicalBlockHash: (height) => heldAt(header, store.damaged, canonicalHash(height), height),
    isCanonical,
    ancestry: (tip) => readAncestry({ tip, ...facts, canonicalHash, isCanonical, ancestorHashes }),
  };
}

type AncestryReads = Pick<Blocks, "header" | "block" | "canonicalHash" | "isCanonical"> & {
  readonly tip: BlockHash;
  readonly ancestorHashes: AncestorHashCache;
};

/**
 * Reads ancestors: follows parents down to the canonical chain, then reads heights. The head may
 * move between two reads, so each one checks that the junction is still canonical.
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
    // Checked after the read: the writer's thread may finish a reorg between the two.
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
      // Most headers have an uncle count of 0, and large blocks take long to decode.
      if (hash === undefined || reads.header(hash)?.uncleCount === 0) return [];
      return reads.block(hash)?.uncles ?? [];
    },
  };
}
