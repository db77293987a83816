/** A block of the child as the world holds it: a real header, and what is remembered about it. */
import type { Ancestry, MainChainBlock } from "@tandem/consensus";
import type { BlockHash, Header } from "@tandem/primitives";

export interface ChildBlock {
  /** Grows in the order of finding; genesis is 0. */
  readonly id: number;
  readonly header: Header;
  readonly hash: BlockHash;
  /** The sum over the block, its ancestors and all their uncles. */
  readonly totalDifficulty: bigint;
  readonly paidFees: bigint;
  /** Is undefined for genesis, and where the past is forgotten. */
  parent: ChildBlock | undefined;
  /** Nearest ancestor whose height is a multiple of 64. */
  epoch: ChildBlock | undefined;
  readonly uncles: readonly ChildBlock[];
  readonly uncleHeaders: readonly Header[];
  readonly pool: number;
  /** Virtual seconds. */
  readonly foundAt: number;
  /** The block as the fork monitor's main chain holds it. */
  readonly facts: MainChainBlock;
  /** By place: 1 where the node has it. */
  readonly knownTo: Uint8Array;
  isPublished: boolean;
  isMain: boolean;
  /** Height of the main block that lists it as an uncle. */
  listedAt: number | undefined;
  /** Uncles for a block on this one, by the candidates a node knows. */
  readonly uncleChoices: Map<string, readonly ChildBlock[]>;
}

/** Heights between two epochs: the stride of fork-detection data. */
const epochBlocks = 64;

/** Returns the epoch of a block on this parent. */
export const epochOn = (parent: ChildBlock): ChildBlock | undefined =>
  parent.header.number % epochBlocks === 0 ? parent : parent.epoch;

/** Returns the ancestor at a height; undefined when it is forgotten. */
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
 * @throws {Error} when one of the blocks is forgotten: a bug.
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
 * Returns the branch that ends at this block as consensus reads it: mostly height by height down.
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
