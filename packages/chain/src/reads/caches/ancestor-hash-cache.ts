/**
 * Caches the hashes of one branch by height. No reorg changes a block's ancestors, so they are read
 * from disk once; every new block needs dozens of them.
 */
import { type BlockHash, type Header, isEqual } from "@tandem/primitives";
import { chainLimits } from "../../limits.js";

export interface AncestorHashCache {
  /**
   * Returns the hash of the ancestor of `tip`, or of `tip` itself, at a height.
   * @returns undefined if it is too old for the cache, or not known.
   */
  ancestor(tip: BlockHash, height: number): BlockHash | undefined;
}

export function createAncestorHashCache(
  header: (hash: BlockHash) => Header | undefined,
): AncestorHashCache {
  const hashes = new Map<number, BlockHash>();
  let lowest = 0;
  let highest = -1;

  const stands = (hash: BlockHash, height: number) => {
    const found = hashes.get(height);
    return found !== undefined && isEqual(found, hash);
  };

  /** Makes `tip` a part of the cached branch. */
  function lead(tip: BlockHash, { number, parentHash }: Header): void {
    if (stands(tip, number)) return;
    if (number !== highest + 1 || !stands(parentHash, highest)) {
      hashes.clear();
      lowest = number;
    }
    hashes.set(number, tip);
    highest = number;
    if (hashes.size > chainLimits.ancestorHashesMax) hashes.delete(lowest++);
  }

  return {
    ancestor(tip, height) {
      const at = header(tip);
      if (at === undefined || height > at.number || height < 0) return undefined;
      if (height <= at.number - chainLimits.ancestorHashesMax) return undefined;
      lead(tip, at);
      if (height <= highest - chainLimits.ancestorHashesMax) return undefined;
      while (height < lowest) {
        const below = header(hashes.get(lowest) as BlockHash)?.parentHash;
        if (below === undefined) return undefined;
        hashes.set(--lowest, below);
      }
      return hashes.get(height);
    },
  };
}
