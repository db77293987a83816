/** Reads the uncle candidates of a block that is being built. */
import { type Ancestry, oldestUncleHeight } from "@tandem/consensus";
import { compare, type Header, isEqual, type StoredBlock, toKey } from "@tandem/primitives";
import type { HeightAndHash, Store } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { Blocks } from "../reads/blocks.js";
import { blocksAtHeights } from "../rows/blocks-at-heights.js";

/** A parent and the branch that ends at it. */
export interface Place {
  readonly parent: StoredBlock;
  readonly ancestry: Ancestry;
}

/** Reads the headers of the last generations that are not on a branch, the oldest first. */
export type ReadUncleCandidates = (place: Place) => Promise<readonly Header[]>;

/** The keys of a range of heights. */
interface CachedKeys {
  readonly from: number;
  readonly to: number;
  readonly keys: HeightAndHash[];
}

/**
 * Reads uncle candidates. A read from disk needs another thread and takes longer than the rest of a
 * small block. Therefore empty heights are read ahead, and each block that is written is added in
 * memory.
 */
export class UncleCandidates {
  readonly #store: Store;
  readonly #blocks: Blocks;
  #cached: CachedKeys | undefined;
  /** Ranges with a pending read: it may or may not return a block that is written meanwhile. */
  readonly #reading = new Set<CachedKeys>();

  constructor(store: Store, blocks: Blocks) {
    this.#store = store;
    this.#blocks = blocks;
    blocks.onRemembered((block) => this.#add(block));
  }

  readonly at: ReadUncleCandidates = async ({ parent, ancestry }) => {
    const highest = parent.header.number;
    const lowest = Math.max(1, oldestUncleHeight(highest + 1));
    const isOnBranch = (height: number, hash: Uint8Array) => {
      const found = ancestry.hash(height);
      return found !== undefined && isEqual(found, hash);
    };
    return (await this.#keys(lowest, highest))
      .filter(({ height }) => height >= lowest && height <= highest)
      .sort((a, b) => a.height - b.height || compare(a.hash, b.hash))
      .slice(0, chainLimits.uncleCandidatesMax)
      .filter(({ height, hash }) => !isOnBranch(height, hash))
      .flatMap(({ hash }) => this.#blocks.header(hash) ?? []);
  };

  /** Drops the cached keys, after rows were deleted. */
  clear(): void {
    this.#cached = undefined;
    this.#reading.clear();
  }

  /** Drops the cached keys above a height, after their rows were deleted and no others were written. */
  forgetAbove(height: number): void {
    this.#reading.clear();
    const cached = this.#cached;
    if (cached === undefined) return;
    const keys = cached.keys.filter((key) => key.height <= height);
    this.#cached = { ...cached, keys };
  }

  #add({ hash, header: { number: height } }: StoredBlock): void {
    const cached = this.#cached;
    for (const one of cached === undefined ? this.#reading : [cached, ...this.#reading]) {
      if (height >= one.from && height <= one.to) one.keys.push({ height, hash });
    }
    if ((cached?.keys.length ?? 0) > chainLimits.uncleCandidateKeysMax) this.#cached = undefined;
  }

  async #keys(from: number, to: number): Promise<readonly HeightAndHash[]> {
    const cached = this.#cached;
    if (cached !== undefined && cached.from <= from && to <= cached.to) return cached.keys;
    return this.#read(from, to + chainLimits.uncleHeightsAhead);
  }

  async #read(from: number, to: number): Promise<readonly HeightAndHash[]> {
    const limit = chainLimits.uncleCandidateKeysMax;
    const written: CachedKeys = { from, to, keys: [] };
    this.#reading.add(written);
    try {
      const found = await blocksAtHeights(this.#store, from, to, limit);
      const have = new Set(found.map(({ hash }) => toKey(hash)));
      const keys = [...found, ...written.keys.filter(({ hash }) => !have.has(toKey(hash)))];
      const isWhole = found.length < limit && this.#reading.has(written);
      this.#cached = isWhole ? { from, to, keys } : undefined;
      return keys;
    } finally {
      this.#reading.delete(written);
    }
  }
}
