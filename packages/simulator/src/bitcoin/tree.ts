/**
 * Stores all branches of Bitcoin as numbers in typed arrays. A block is an id, and ids grow in the
 * order of finding. Only unsettled blocks are kept, in a ring buffer that grows when it is full.
 */

/** The number of blocks of one period of constant difficulty. */
export const retargetBlocks = 2_016;
/** The maximum factor by which the difficulty changes. */
const retargetFactorMax = 4;

/** Flags of a block. */
export const flag = {
  /** Nodes of other pools may know the block. */
  published: 1,
  main: 2,
  /** A selfish pool published it in response to a block of the same height. */
  reply: 4,
  tagged: 8,
} as const;

/** The parent of the first block; it is never a block that was found. */
export const genesisId = 0;

export interface BitcoinRules {
  /** The mean seconds between blocks that the difficulty aims at. */
  readonly blockSeconds: number;
  readonly isRetargeting: boolean;
  /** The difficulty of the first period, in hashes. */
  readonly startDifficulty: number;
}

const startCapacity = 1 << 14;

/**
 * Stores the branches of a simulated Bitcoin. A block is addressed by its id; only ids from `root`
 * on are known.
 */
export class BitcoinTree {
  readonly #rules: BitcoinRules;
  #mask = startCapacity - 1;
  #parents = new Int32Array(startCapacity);
  #heights = new Int32Array(startCapacity);
  #pools = new Int32Array(startCapacity);
  #flags = new Uint8Array(startCapacity);
  #times = new Float64Array(startCapacity);
  #works = new Float64Array(startCapacity);
  #difficulties = new Float64Array(startCapacity);
  /** The times at which the first block of each period was found. */
  #periodStarts = new Float64Array(startCapacity);
  #root = genesisId;
  #nextId = genesisId + 1;

  constructor(rules: BitcoinRules) {
    this.#rules = rules;
    this.#difficulties[genesisId] = rules.startDifficulty;
    this.#flags[genesisId] = flag.published;
  }

  /** The id of the next block. */
  get nextId(): number {
    return this.#nextId;
  }

  /** The oldest block that is kept: every view contains it. */
  get root(): number {
    return this.#root;
  }

  /** Adds a block. @param foundAt virtual seconds. @returns the id. */
  add(parent: number, pool: number, foundAt: number): number {
    if (this.#nextId - this.#root > this.#mask) this.#grow();
    const id = this.#nextId++;
    const at = id & this.#mask;
    const from = parent & this.#mask;
    const height = (this.#heights[from] as number) + 1;
    const difficulty = this.nextDifficulty(parent);
    this.#parents[at] = parent;
    this.#heights[at] = height;
    this.#pools[at] = pool;
    this.#flags[at] = 0;
    this.#times[at] = foundAt;
    this.#works[at] = (this.#works[from] as number) + difficulty;
    this.#difficulties[at] = difficulty;
    this.#periodStarts[at] =
      height % retargetBlocks === 0 ? foundAt : (this.#periodStarts[from] as number);
    return id;
  }

  parent(id: number): number {
    return this.#parents[id & this.#mask] as number;
  }

  height(id: number): number {
    return this.#heights[id & this.#mask] as number;
  }

  pool(id: number): number {
    return this.#pools[id & this.#mask] as number;
  }

  foundAt(id: number): number {
    return this.#times[id & this.#mask] as number;
  }

  /** Returns the total difficulty of the block, in hashes. */
  work(id: number): number {
    return this.#works[id & this.#mask] as number;
  }

  difficulty(id: number): number {
    return this.#difficulties[id & this.#mask] as number;
  }

  /**
   * Computes the difficulty of a block on this one as Bitcoin does: 2,015 intervals are compared with the time of
   * 2,016.
   */
  nextDifficulty(id: number): number {
    const difficulty = this.difficulty(id);
    const { isRetargeting, blockSeconds } = this.#rules;
    if (!isRetargeting || (this.height(id) + 1) % retargetBlocks !== 0) return difficulty;
    const wanted = retargetBlocks * blockSeconds;
    const taken = this.foundAt(id) - (this.#periodStarts[id & this.#mask] as number);
    const bounded = Math.min(
      Math.max(taken, wanted / retargetFactorMax),
      wanted * retargetFactorMax,
    );
    return (difficulty * wanted) / bounded;
  }

  has(id: number, bit: number): boolean {
    return ((this.#flags[id & this.#mask] as number) & bit) !== 0;
  }

  mark(id: number, bit: number): void {
    const at = id & this.#mask;
    this.#flags[at] = (this.#flags[at] as number) | bit;
  }

  /** Returns the newest common ancestor. */
  commonAncestor(a: number, b: number): number {
    let left = a;
    let right = b;
    // A parent's id is below its child's, so the higher of two different ids is not common.
    while (left !== right) {
      if (left > right) left = this.parent(left);
      else right = this.parent(right);
    }
    return left;
  }

  /** Drops the blocks below `id`, which is the new root. */
  prune(id: number): void {
    this.#root = id;
  }

  #grow(): void {
    const wider = (this.#mask + 1) * 2;
    const moved = <A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A => {
      for (let id = this.#root; id < this.#nextId; id++) {
        to[id & (wider - 1)] = from[id & this.#mask] as number;
      }
      return to;
    };
    this.#parents = moved(this.#parents, new Int32Array(wider));
    this.#heights = moved(this.#heights, new Int32Array(wider));
    this.#pools = moved(this.#pools, new Int32Array(wider));
    this.#flags = moved(this.#flags, new Uint8Array(wider));
    this.#times = moved(this.#times, new Float64Array(wider));
    this.#works = moved(this.#works, new Float64Array(wider));
    this.#difficulties = moved(this.#difficulties, new Float64Array(wider));
    this.#periodStarts = moved(this.#periodStarts, new Float64Array(wider));
    this.#mask = wider - 1;
  }
}
