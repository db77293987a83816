/** Reads the uncle candidates of a block that is built. */
import { type Ancestry, uncleGenerationsMax } from "@tandem/consensus";
import {
  type BlockHash,
  compare,
  type Header,
  isEqual,
  type StoredBlock,
  toKey,
} from "@tandem/primitives";
import { type Store, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { Blocks } from "../reads/blocks.js";

/** A parent and the branch that ends at it. */
export interface Place {
  readonly parent: StoredBlock;
  readonly ancestry: Ancestry;
}

/** Headers of the last generations that are not on the branch, the oldest first. */
export type Siblings = (place: Place) => Promise<readonly Header[]>;

interface Key {
  readonly height: number;
  readonly hash: BlockHash;
}

/** The keys of some heights, all there are: read once, added to by every block that is written. */
interface Known {
  readonly from: number;
  readonly to: number;
  readonly keys: Key[];
}

/**
 * Opens the reader of uncle candidates. A read from disk needs another thread and takes longer than
 * the rest of a small block: heights are read ahead while they are empty, and new blocks are added
 * from the event.
 * @param onWritten calls its listener with every block that is written.
 */
export function readSiblings(
  store: Store,
  blocks: Blocks,
  onWritten: (listener: (block: StoredBlock) => void) => void,
): { readonly of: Siblings /** To be called when some were taken away. */; forget(): void } {
  let known: Known | undefined;
  /** Those that are being read: a block written meanwhile may be in the answer or not. */
  const underWay = new Set<Known>();
  onWritten(({ hash, header: { number: height } }) => {
    for (const one of known === undefined ? underWay : [known, ...underWay]) {
      if (height >= one.from && height <= one.to) one.keys.push({ height, hash });
    }
    if ((known?.keys.length ?? 0) > chainLimits.siblingsKept) known = undefined;
  });

  async function read(from: number, highest: number): Promise<readonly Key[]> {
    const limit = chainLimits.siblingsKept;
    const to = highest + chainLimits.siblingsAhead;
    const heard: Known = { from, to, keys: [] };
    underWay.add(heard);
    try {
      const found = await store.keys(table.siblings, {
        from: { height: from, hash: new Uint8Array(0) },
        to: { height: to, hash: new Uint8Array(32).fill(0xff) },
        limit,
      });
      const have = new Set(found.map(({ hash }) => toKey(hash)));
      const keys = [...found, ...heard.keys.filter(({ hash }) => !have.has(toKey(hash)))];
      const isWhole = found.length < limit && underWay.has(heard);
      known = isWhole ? { from, to, keys } : undefined;
      return keys;
    } finally {
      underWay.delete(heard);
    }
  }

  const of: Siblings = async ({ parent, ancestry }) => {
    const highest = parent.header.number;
    const lowest = Math.max(1, highest + 1 - uncleGenerationsMax);
    const kept =
      known !== undefined && known.from <= lowest && highest <= known.to ? known : undefined;
    const keys = kept?.keys ?? (await read(lowest, highest));
    const isOnBranch = (height: number, hash: Uint8Array) => {
      const found = ancestry.hash(height);
      return found !== undefined && isEqual(found, hash);
    };
    return keys
      .filter(({ height }) => height >= lowest && height <= highest)
      .sort((a, b) => a.height - b.height || compare(a.hash, b.hash))
      .slice(0, chainLimits.uncleCandidatesMax)
      .filter(({ height, hash }) => !isOnBranch(height, hash))
      .flatMap(({ hash }) => blocks.header(hash) ?? []);
  };
  return {
    of,
    forget() {
      known = undefined;
      underWay.clear();
    },
  };
}
