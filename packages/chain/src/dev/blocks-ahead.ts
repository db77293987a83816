/** Reads of blocks on top of the head that are not written yet. */
import type { Ancestry } from "@tandem/consensus";
import { type BlockHash, type Header, isEqual, type StoredBlock, toKey } from "@tandem/primitives";
import type { Blocks } from "../reads/blocks.js";

/**
 * Returns reads of a chain extended by blocks that are not written yet. The chain below must not
 * change meanwhile.
 * @returns reads that know every block passed to `remember`, each on the one before.
 */
export function blocksAhead(base: Blocks, head: StoredBlock): Blocks {
  const byHash = new Map<string, StoredBlock>([[toKey(head.hash), head]]);
  const byHeight = new Map<number, StoredBlock>([[head.header.number, head]]);
  const below = new Map<number, Header | undefined>();

  const isNew = (hash: BlockHash) => byHash.has(toKey(hash)) && !isEqual(hash, head.hash);
  const block = (hash: BlockHash) => byHash.get(toKey(hash)) ?? base.block(hash);
  const canonicalHash = (height: number) =>
    height < head.header.number ? base.canonicalHash(height) : byHeight.get(height)?.hash;
  const headerAt = (height: number) => {
    const ahead = byHeight.get(height)?.header;
    if (ahead !== undefined || height > head.header.number) return ahead;
    if (!below.has(height)) {
      const hash = base.canonicalHash(height);
      below.set(height, hash && base.header(hash));
    }
    return below.get(height);
  };

  return {
    ...base,
    // The state after a block that is not written yet cannot have been edited.
    edits: {
      ...base.edits,
      after: (one) => (isNew(one.hash) ? one.header.stateRoot : base.edits.after(one)),
    },
    header: (hash) => byHash.get(toKey(hash))?.header ?? base.header(hash),
    block,
    canonicalHash,
    isCanonical(hash, height) {
      const found = canonicalHash(height);
      return found !== undefined && isEqual(found, hash);
    },
    ancestry(): Ancestry {
      return {
        hash: canonicalHash,
        header: headerAt,
        uncles(height) {
          const hash = canonicalHash(height);
          return (hash && block(hash)?.uncles) ?? [];
        },
      };
    },
    remember(stored) {
      byHash.set(toKey(stored.hash), stored);
      byHeight.set(stored.header.number, stored);
    },
  };
}
