/**
 * Bitcoin's blocks, all branches, as numbers in typed arrays: a block is an id, ids grow in the
 * order of finding. Only what is not settled yet is kept, in a ring that grows when it must.
 */

/** Blocks of one period of constant difficulty. */
export const retargetBlocks = 2_016;
/** The difficulty changes by this factor at most. */
const retargetFactorMax = 4;

/** Flags of a block. */
export const flag = {
  /** Somebody but its finder may know it. */
  published: 1,
  main: 2,
  /** A selfish pool published it in answer to a block of the same height. */
  reply: 4,
  tagged: 8,
} as const;

/** Parent of the first block; never a block that was found. */
export const genesisId = 0;

export interface BitcoinRules {
  /** Mean seconds a block should take. */
  readonly blockSeconds: number;
  readonly isRetargeting: boolean;
  /** The difficulty of the first period, in hashes. */
  readonly startDifficulty: number;
}

export interface BitcoinTree {
  /** Id the next block gets. */
  readonly nextId: number;
  /** Oldest block that is still kept: every view contains it. */
  readonly root: number;
  /** @param foundAt virtual seconds. @returns the id. */
  add(parent: number, pool: number, foundAt: number): number;
  parent(id: number): number;
  height(id: number): number;
  pool(id: number): number;
  foundAt(id: number): number;
  /** Returns the total difficulty of the block, in hashes. */
  work(id: number): number;
  difficulty(id: number): number;
  /** Returns the difficulty of a block on this one. */
  nextDifficulty(id: number): number;
  has(id: number, bit: number): boolean;
  mark(id: number, bit: number): void;
  /** Returns the newest common ancestor. */
  commonAncestor(a: number, b: number): number;
  /** Forgets what is below: `id` is the new root. */
  prune(id: number): void;
}

const startCapacity = 1 << 14;

export function createBitcoinTree(rules: BitcoinRules): BitcoinTree {
  let mask = startCapacity - 1;
  let parents = new Int32Array(startCapacity);
  let heights = new Int32Array(startCapacity);
  let pools = new Int32Array(startCapacity);
  let flags = new Uint8Array(startCapacity);
  let times = new Float64Array(startCapacity);
  let works = new Float64Array(startCapacity);
  let difficulties = new Float64Array(startCapacity);
  /** The times at which the first block of each period was found. */
  let periodStarts = new Float64Array(startCapacity);
  let root = genesisId;
  let nextId = genesisId + 1;
  difficulties[genesisId] = rules.startDifficulty;
  flags[genesisId] = flag.published;

  function grow(): void {
    const moved = <A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A => {
      const widerMask = to.length - 1;
      for (let id = root; id < nextId; id++) to[id & widerMask] = from[id & mask] as number;
      return to;
    };
    const wider = (mask + 1) * 2;
    parents = moved(parents, new Int32Array(wider));
    heights = moved(heights, new Int32Array(wider));
    pools = moved(pools, new Int32Array(wider));
    flags = moved(flags, new Uint8Array(wider));
    times = moved(times, new Float64Array(wider));
    works = moved(works, new Float64Array(wider));
    difficulties = moved(difficulties, new Float64Array(wider));
    periodStarts = moved(periodStarts, new Float64Array(wider));
    mask = wider - 1;
  }

  /**
   * Computes the next difficulty as Bitcoin does: 2,015 intervals are compared with the time of
   * 2,016.
   */
  function nextDifficulty(id: number): number {
    const at = id & mask;
    const difficulty = difficulties[at] as number;
    if (!rules.isRetargeting || ((heights[at] as number) + 1) % retargetBlocks !== 0) {
      return difficulty;
    }
    const wanted = retargetBlocks * rules.blockSeconds;
    const taken = (times[at] as number) - (periodStarts[at] as number);
    const bounded = Math.min(
      Math.max(taken, wanted / retargetFactorMax),
      wanted * retargetFactorMax,
    );
    return (difficulty * wanted) / bounded;
  }

  return {
    get nextId() {
      return nextId;
    },
    get root() {
      return root;
    },
    add(parent, pool, foundAt) {
      if (nextId - root > mask) grow();
      const id = nextId++;
      const at = id & mask;
      const from = parent & mask;
      const height = (heights[from] as number) + 1;
      const difficulty = nextDifficulty(parent);
      parents[at] = parent;
      heights[at] = height;
      pools[at] = pool;
      flags[at] = 0;
      times[at] = foundAt;
      works[at] = (works[from] as number) + difficulty;
      difficulties[at] = difficulty;
      periodStarts[at] = height % retargetBlocks === 0 ? foundAt : (periodStarts[from] as number);
      return id;
    },
    parent: (id) => parents[id & mask] as number,
    height: (id) => heights[id & mask] as number,
    pool: (id) => pools[id & mask] as number,
    foundAt: (id) => times[id & mask] as number,
    work: (id) => works[id & mask] as number,
    difficulty: (id) => difficulties[id & mask] as number,
    nextDifficulty,
    has: (id, bit) => ((flags[id & mask] as number) & bit) !== 0,
    mark(id, bit) {
      flags[id & mask] = (flags[id & mask] as number) | bit;
    },
    commonAncestor(a, b) {
      let left = a;
      let right = b;
      // A parent's id is below its child's, so the higher of two different ids is not common.
      while (left !== right) {
        if (left > right) left = parents[left & mask] as number;
        else right = parents[right & mask] as number;
      }
      return left;
    },
    prune(id) {
      root = id;
    },
  };
}
