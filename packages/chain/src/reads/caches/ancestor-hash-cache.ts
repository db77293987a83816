/**
 * Hashes of one branch by height. Who a block's ancestors are is a fact no reorg changes, so what was
 * read once is not asked of the disk again; every new block asks for dozens of them.
 */
import { type BlockHash, type Header, isEqual } from "@tandem/primitives";
import { chainLimits } from "../../limits.js";

export interface AncestorHashCache {
  /**
   * Returns the hash of the ancestor of `tip`, or `tip` itself, at a height; undefined when it is
   * older than the cache.
   * @returns undefined when it is too far back to be kept, or not known.
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

  /** Makes the line one that goes through `tip`. */
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
