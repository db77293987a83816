/** Stores the newest heights of the chain with the blocks off it: uncles, and replaced branches. */

/** The data of a block that the tree needs; hashes in hex. */
export interface TreeBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly number: number;
  readonly transactions: number | undefined;
}

export interface TreeNode extends TreeBlock {
  /** `lost` was in the canonical chain, or is of a branch that was. */
  readonly kind: "canonical" | "uncle" | "lost";
}

/** A change of the chain that removed blocks. */
export interface SeenReorg {
  /** The number of removed blocks that the page knew. */
  readonly depth: number;
  /** The height of the first removed block. */
  readonly from: number;
  /** The hash of the head after it. */
  readonly head: string;
}

/** The maximum number of reorgs that are listed. */
const reorgsMax = 5;

/** The number of heights above the head at which removed blocks are still stored. */
const aboveMax = 10;

export class ChainTree {
  readonly #heights: number;
  #blocks = new Map<string, TreeBlock>();
  #uncles = new Set<string>();
  #canonical = new Set<string>();
  #reorgs: readonly SeenReorg[] = [];

  /** @param heights the number of stored heights. */
  constructor(heights: number) {
    this.#heights = heights;
  }

  /** Returns whether a block is known, as canonical or off the chain. */
  has(hash: string): boolean {
    return this.#blocks.has(hash);
  }

  /** Adds a block off the chain, unless it is known. */
  add(block: TreeBlock): void {
    if (!this.has(block.hash)) this.#blocks.set(block.hash, block);
  }

  /** Marks a block off the chain as an uncle, which a canonical block lists. */
  markUncle(hash: string): void {
    this.#uncles.add(hash);
  }

  /** Updates the canonical chain. @param newest its newest blocks, newest first. */
  setChain(newest: readonly TreeBlock[]): void {
    const [head] = newest;
    if (head === undefined) return;
    const canonical = new Set(newest.map(({ hash }) => hash));
    const lowest = newest.at(-1)?.number ?? 0;
    const removed = [...this.#canonical]
      .filter((hash) => !canonical.has(hash))
      .flatMap((hash) => this.#blocks.get(hash) ?? [])
      // Lower blocks were not removed; they only left the window.
      .filter(({ number }) => number >= lowest);
    if (removed.length > 0) {
      const from = Math.min(...removed.map(({ number }) => number));
      const reorg = { depth: removed.length, from, head: head.hash };
      this.#reorgs = [reorg, ...this.#reorgs].slice(0, reorgsMax);
    }
    for (const block of newest) this.#blocks.set(block.hash, block);
    this.#canonical = canonical;
    this.#forget(head.number - this.#heights, head.number + aboveMax);
  }

  /** Removes blocks that are not between two heights. */
  #forget(below: number, above: number): void {
    for (const [hash, { number }] of this.#blocks) {
      if (number > below && number <= above) continue;
      this.#blocks.delete(hash);
      this.#uncles.delete(hash);
    }
  }

  /** Returns the blocks by height, the canonical one first. */
  nodes(): readonly TreeNode[] {
    return [...this.#blocks.values()]
      .map((block) => ({ ...block, kind: this.#kindOf(block.hash) }))
      .sort((a, b) => a.number - b.number || rank(a) - rank(b));
  }

  /** Returns the reorgs, newest first. */
  get reorgs(): readonly SeenReorg[] {
    return this.#reorgs;
  }

  #kindOf(hash: string): TreeNode["kind"] {
    if (this.#canonical.has(hash)) return "canonical";
    return this.#uncles.has(hash) ? "uncle" : "lost";
  }
}

const rank = ({ kind }: TreeNode) => (kind === "canonical" ? 0 : 1);

export interface PlacedNode {
  readonly node: TreeNode;
  /** The distance from the lowest height. */
  readonly column: number;
  /** 0 is the canonical chain. */
  readonly lane: number;
}

/** Places the nodes: heights from left to right, branches in lanes below the chain. @param nodes by height. */
export function placeNodes(nodes: readonly TreeNode[]): readonly PlacedNode[] {
  const lowest = nodes[0]?.number ?? 0;
  const placed = new Map<string, PlacedNode>();
  const taken = new Set<string>();
  const isFree = (column: number, lane: number) => !taken.has(`${column}/${lane}`);
  for (const node of nodes) {
    const column = node.number - lowest;
    const parent = placed.get(node.parentHash);
    const wanted = parent === undefined || parent.lane === 0 ? 1 : parent.lane;
    let lane = node.kind === "canonical" ? 0 : wanted;
    while (lane > 0 && !isFree(column, lane)) lane += 1;
    taken.add(`${column}/${lane}`);
    placed.set(node.hash, { node, column, lane });
  }
  return [...placed.values()];
}
