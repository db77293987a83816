/** Where the uncles of a block in the making come from. */
import { type Ancestry, uncleGenerationsMax } from "@tandem/consensus";
import { type Header, isEqual, type StoredBlock } from "@tandem/primitives";
import { type Store, table } from "@tandem/store";
import type { Blocks } from "./blocks.js";
import { chainLimits } from "./limits.js";

/** A parent and the branch that ends at it. */
export interface Place {
  readonly parent: StoredBlock;
  readonly ancestry: Ancestry;
}

/** Headers of the last generations that are not on the branch, the oldest first. */
export type Siblings = (place: Place) => Promise<readonly Header[]>;

export const readSiblings =
  (store: Store, blocks: Blocks): Siblings =>
  async ({ parent, ancestry }) => {
    const highest = parent.header.number;
    const keys = await store.keys(table.siblings, {
      from: { height: Math.max(1, highest + 1 - uncleGenerationsMax), hash: new Uint8Array(0) },
      to: { height: highest, hash: new Uint8Array(32).fill(0xff) },
      limit: chainLimits.uncleCandidatesMax,
    });
    const isOnBranch = (height: number, hash: Uint8Array) => {
      const found = ancestry.hash(height);
      return found !== undefined && isEqual(found, hash);
    };
    return keys
      .filter(({ height, hash }) => !isOnBranch(height, hash))
      .flatMap(({ hash }) => blocks.header(hash) ?? []);
  };
