/** A block of the child in the simulation: its real header, and the data kept with it. */
import type { Ancestry, MainChainBlock } from "@tandem/consensus";
import type { BlockHash, Header } from "@tandem/primitives";

export interface ChildBlock {
  /** Increases in the order of finding; genesis is 0. */
  readonly id: number;
  readonly header: Header;
  readonly hash: BlockHash;
  /** The sum over the block, its ancestors and all their uncles. */
  readonly totalDifficulty: bigint;
  readonly paidFees: bigint;
  /** Is undefined for genesis, and for blocks whose ancestors were dropped. */
  parent: ChildBlock | undefined;
  /** The nearest ancestor whose height is a multiple of 64. */
  epoch: ChildBlock | undefined;
  readonly uncles: readonly ChildBlock[];
  readonly uncleHeaders: readonly Header[];
  readonly pool: number;
  /** Virtual seconds. */
  readonly foundAt: number;
  /** The block as an entry of the fork monitor's main chain. */
  readonly facts: MainChainBlock;
  /** Has a 1 at the index of each node that knows the block. */
  readonly knownTo: Uint8Array;
  isPublished: boolean;
  isMain: boolean;
  /** The height of the main block that lists it as an uncle. */
  listedAt: number | undefined;
  /** The uncles chosen for a block on this one, by the candidates that a node knows. */
  readonly uncleChoices: Map<string, readonly ChildBlock[]>;
}

/** The number of heights between two epochs: the stride of fork-detection data. */
const epochBlocks = 64;

/** Returns the epoch of a block on this parent. */
export const epochOn = (parent: ChildBlock): ChildBlock | undefined =>
  parent.header.number % epochBlocks === 0 ? parent : parent.epoch;

/** Returns the ancestor at a height; undefined if it was dropped. */
export function ancestorAt(block: ChildBlock, height: number): ChildBlock | undefined {
  let at: ChildBlock | undefined = block;
  while (at !== undefined && at.header.number > height) {
    const { epoch }: ChildBlock = at;
    at = epoch !== undefined && epoch.header.number >= height ? epoch : at.parent;
  }
  return at?.header.number === height ? at : undefined;
}

/**
 * Returns the newest common ancestor.
 * @throws {Error} when an ancestor was dropped, which is a bug.
 */
export function commonAncestor(a: ChildBlock, b: ChildBlock): ChildBlock {
  let left = a;
  let right = b;
  while (left !== right) {
    const older = left.id > right.id ? left.parent : right.parent;
    if (older === undefined) throw new Error("two branches of the child have nothing in common");
    if (left.id > right.id) left = older;
    else right = older;
  }
  return left;
}

/**
 * Returns the branch that ends at this block for consensus, which mostly reads it height by height
 * downwards.
 */
export function ancestryOf(tip: ChildBlock): Ancestry {
  let last = tip;
  const at = (height: number): ChildBlock | undefined => {
    const found = ancestorAt(height > last.header.number ? tip : last, height);
    if (found !== undefined) last = found;
    return found;
  };
  return {
    header: (height) => at(height)?.header,
    hash: (height) => at(height)?.hash,
    uncles: (height) => at(height)?.uncleHeaders ?? [],
  };
}
