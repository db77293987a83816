/** Lists the blocks beside the chain, for nodes that have the chain and not these blocks. */
import { isPreferred, rankOf } from "@tandem/consensus";
import { Fault, type StoredBlock, toKey } from "@tandem/primitives";
import { type Reader, rawRows, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { blocksAtHeights } from "../rows/blocks-at-heights.js";
import type { Blocks } from "./blocks.js";

export interface SideBlocksOptions {
  readonly store: Pick<Reader, "has" | "keys">;
  readonly blocks: Blocks;
  readonly head: StoredBlock;
  /** The lowest height. */
  readonly from: number;
}

/**
 * Yields the blocks beside the chain in groups, parents before children, that any node accepts after
 * the head and that do not replace it. Blocks that a development control made otherwise, or that
 * cannot be read, are omitted with those that follow them.
 */
export async function* sideBlocks(options: SideBlocksOptions): AsyncGenerator<StoredBlock[]> {
  const { store, blocks, head, from } = options;
  const { sideHeights, sideBlocksMax } = chainLimits;
  let parents = new Set<string>();
  for (let height = from; height <= head.header.number; height += sideHeights) {
    const to = Math.min(height + sideHeights - 1, head.header.number);
    const group: StoredBlock[] = [];
    for (const { hash, height: at } of await blocksAtHeights(store, height, to, sideBlocksMax)) {
      if (blocks.isCanonical(hash, at)) continue;
      const block = readable(blocks, hash);
      if (block === undefined || !isAccepted(options, block, parents)) continue;
      parents.add(toKey(hash));
      group.push(block);
    }
    yield group;
    // The next ones follow blocks of the highest of these heights.
    parents = new Set(
      group.filter(({ header }) => header.number === to).map(({ hash }) => toKey(hash)),
    );
  }
}

function readable(blocks: Blocks, hash: Uint8Array): StoredBlock | undefined {
  try {
    return blocks.block(hash);
  } catch (error) {
    // The database reports its damage itself.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/** Returns whether other nodes accept a block, after these parents and the chain. */
function isAccepted(
  { store, blocks, head }: SideBlocksOptions,
  block: StoredBlock,
  parents: ReadonlySet<string>,
): boolean {
  const { header, hash } = block;
  const isJoined =
    parents.has(toKey(header.parentHash)) ||
    blocks.isCanonical(header.parentHash, header.number - 1);
  // Reverted blocks may have more work than the head.
  if (!isJoined || isPreferred(rankOf(block), rankOf(head))) return false;
  return !controlled.some((rows) => store.has(rawRows(rows), hash));
}

/** The tables of what a development control gave to a block and its header does not say. */
const controlled = [
  table.baseRoots,
  table.requestedPrices,
  table.requestedGasLimits,
  table.prevRandaos,
];
