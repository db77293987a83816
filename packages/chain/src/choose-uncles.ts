/** Which uncles a block in the making lists. */
import { type Ancestry, uncleGenerationsMax, validateUncles } from "@tandem/consensus";
import {
  type Block,
  type ChainSpec,
  type Header,
  isEqual,
  type StoredBlock,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
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

/** Those of `candidates` that a block on this parent may name, as many as it may. */
export function chooseUncles(
  candidates: readonly Header[],
  place: Place,
  spec: ChainSpec,
  nowSeconds: number,
): readonly Header[] {
  let chosen: readonly Header[] = [];
  for (const candidate of candidates) {
    const more = [...chosen, candidate];
    const broken = validateUncles(unclesOnly(place, more), place.ancestry, spec, nowSeconds);
    if (broken === undefined) chosen = more;
  }
  return chosen;
}

/** A block with nothing to it but the uncles in question, for the uncle rules to look at. */
function unclesOnly({ parent }: Place, uncles: readonly Header[]): Block {
  const header: Header = {
    ...parent.header,
    ...unsealedProof,
    parentHash: parent.hash,
    number: parent.header.number + 1,
    unclesHash: unclesHash(uncles),
    uncleCount: uncles.length,
  };
  return { header, transactions: [], uncles };
}
