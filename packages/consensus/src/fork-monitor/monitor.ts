/**
 * The fork monitor: determines from Bitcoin's chain which branch its miners build on, and detects
 * hidden branches (RSKIP-110). It consumes Bitcoin blocks in order and reports forks.
 *
 *   const monitor = new ForkMonitor(mainChain);               // headHeight(), block(height)
 *   monitor.observe({ height, tag: readForkTag(coinbase) });  // -> { kind, fork? }
 *   monitor.removeAbove(height);                              // Bitcoin reorganized to this height
 *   monitor.recheck();                                        // the main chain changed, or caught
 * up
 *   monitor.forks();                                          // Fork[], highest alert level first
 *   monitor.counts();                                         // stored blocks, by kind
 */
import { bitcoinBlocksKept, forksKept, shareWindowMax } from "../limits.js";
import type { ForkTag } from "../merged-mining/tag.js";
import { assumedStart, describeFork, type Fork } from "./fork.js";
import {
  addWitness,
  createHiddenBranch,
  dropWitness,
  forgetWitness,
  type HiddenBranch,
  hasWitnessed,
  overlap,
  type Witness,
  type WitnessPlacement,
} from "./hidden-branch.js";
import type { MainChain } from "./main-chain.js";
import type { ObservedBlock } from "./observed-block.js";
import { placeTag } from "./placement.js";

export type ObservationKind =
  | "untagged"
  /** Tags a block of the main chain. */
  | "main-chain"
  /** Tags a block whose ancestors are in the main chain. */
  | "sibling"
  /** Tags a block of a hidden branch. */
  | "witness"
  /** Tags a hidden block that has a witness already: its miner makes no progress. */
  | "repeat"
  /** Tags a block whose position cannot be determined. */
  | "unplaced";

export interface Observation {
  readonly kind: ObservationKind;
  /** The present state of the fork, for a witness or a repeat. */
  readonly fork?: Fork;
}

interface SeenBlock {
  readonly block: ObservedBlock;
  readonly kind: ObservationKind;
  /** The branch of a witness. */
  readonly branch?: HiddenBranch;
}

/** Returns a count of zero for each kind. */
export const noCounts = (): Record<ObservationKind, number> => ({
  untagged: 0,
  "main-chain": 0,
  sibling: 0,
  witness: 0,
  repeat: 0,
  unplaced: 0,
});

/** Observes Bitcoin blocks, of which a new monitor has none. */
export class ForkMonitor {
  readonly #mainChain: MainChain;
  /** The blocks, oldest first. Those before `#first` are dropped and removed from time to time. */
  #seen: SeenBlock[] = [];
  #first = 0;
  #branches: HiddenBranch[] = [];
  #counts = noCounts();

  constructor(mainChain: MainChain) {
    this.#mainChain = mainChain;
  }

  /** The height of the newest Bitcoin block; undefined before the first. */
  get bitcoinHeight(): number | undefined {
    return this.#seen.length === this.#first ? undefined : this.#seen.at(-1)?.block.height;
  }

  /**
   * Adds the next Bitcoin block. It takes constant time, and a pass over a window for a witness.
   */
  observe(block: ObservedBlock): Observation {
    this.removeAbove(block.height - 1);
    if (block.tag === undefined) return this.#keep({ block, kind: "untagged" });
    const placement = placeTag(block.tag, this.#mainChain);
    if (placement.kind !== "witness") return this.#keep({ block, kind: placement.kind });
    const branch = this.#branchOf(placement, block.height);
    if (hasWitnessed(branch, block.tag)) {
      return { ...this.#keep({ block, kind: "repeat" }), fork: this.#describe(branch) };
    }
    const placed = { witness: witnessOf(block, block.tag), placement, share: 0 };
    addWitness(branch, placed);
    const observation = this.#keep({ block, kind: "witness", branch });
    placed.share = this.#shareOf(branch);
    return { ...observation, fork: this.#describe(branch) };
  }

  /** Removes the Bitcoin blocks above a height. */
  removeAbove(height: number): void {
    for (let last = this.#seen.at(-1); last !== undefined; last = this.#seen.at(-1)) {
      if (this.#seen.length === this.#first || last.block.height <= height) return;
      this.#seen.pop();
      this.#counts[last.kind]--;
      if (last.branch === undefined) continue;
      dropWitness(last.branch, last.block.height);
      this.#removeIfEmpty(last.branch);
    }
  }

  /**
   * Classifies every stored Bitcoin block again, after a reorg of the main chain, or after it
   * caught up with tags ahead of it; `observe` does not revisit old blocks.
   */
  recheck(): void {
    const blocks = this.#seen.slice(this.#first).map(({ block }) => block);
    this.#seen = [];
    this.#first = 0;
    this.#branches = [];
    this.#counts = noCounts();
    for (const block of blocks) this.observe(block);
  }

  /** Returns the forks, higher levels first, then those with more witnesses. */
  forks(): Fork[] {
    return this.#branches
      .map((branch) => this.#describe(branch))
      .sort((a, b) => b.level - a.level || b.witnessCount - a.witnessCount || b.id - a.id);
  }

  counts(): Readonly<Record<ObservationKind, number>> {
    return { ...this.#counts };
  }

  #describe(branch: HiddenBranch): Fork {
    return describeFork(branch, this.#mainChain.headHeight());
  }

  #keep(entry: SeenBlock): Observation {
    this.#seen.push(entry);
    this.#counts[entry.kind]++;
    if (this.#seen.length - this.#first > bitcoinBlocksKept) this.#forget();
    return { kind: entry.kind };
  }

  #forget(): void {
    const { block, kind, branch } = this.#seen[this.#first] as SeenBlock;
    this.#counts[kind]--;
    this.#first++;
    if (branch !== undefined) {
      forgetWitness(branch, block.height);
      this.#removeIfEmpty(branch);
    }
    if (this.#first < bitcoinBlocksKept) return;
    this.#seen = this.#seen.slice(this.#first);
    this.#first = 0;
  }

  #removeIfEmpty(branch: HiddenBranch): void {
    if (branch.placed.length === 0) this.#branches = this.#branches.filter((one) => one !== branch);
  }

  /** Returns the branch with most hidden blocks in common, or a new one. */
  #branchOf(placement: WitnessPlacement, bitcoinHeight: number): HiddenBranch {
    const branches = this.#branches;
    let best: { readonly branch: HiddenBranch; readonly shared: number } | undefined;
    for (const branch of branches) {
      const shared = overlap(branch, placement);
      if (shared === undefined || (best !== undefined && shared < best.shared)) continue;
      best = { branch, shared };
    }
    if (best !== undefined) return best.branch;
    const branch = createHiddenBranch(bitcoinHeight);
    branches.push(branch);
    if (branches.length > forksKept) branches.splice(branches.indexOf(quietest(branches)), 1);
    return branch;
  }

  /**
   * Computes the fraction of witnesses among the tagged blocks above the branch's start, within the
   * window.
   */
  #shareOf(branch: HiddenBranch): number {
    const start = assumedStart(branch.range);
    let looked = 0;
    let tagged = 0;
    let own = 0;
    for (let i = this.#seen.length - 1; i >= this.#first && looked < shareWindowMax; i--) {
      const { block, kind, branch: witnessed } = this.#seen[i] as SeenBlock;
      if (block.tag === undefined || kind === "unplaced" || kind === "repeat") continue;
      looked++;
      if (block.tag.height <= start && witnessed !== branch) continue;
      tagged++;
      if (witnessed === branch) own++;
    }
    return own / tagged;
  }
}

function witnessOf({ height, hash, time }: ObservedBlock, tag: ForkTag): Witness {
  return {
    bitcoinHeight: height,
    tag,
    ...(hash === undefined ? {} : { bitcoinHash: hash }),
    ...(time === undefined ? {} : { time }),
  };
}

const lastWitnessed = ({ placed }: HiddenBranch) => placed.at(-1)?.witness.bitcoinHeight ?? 0;

/**
 * Returns the branch without a witness for longest, except the newest, which has no witness yet.
 */
function quietest(branches: readonly HiddenBranch[]): HiddenBranch {
  const older = branches.slice(0, -1);
  return older.reduce((a, b) => (lastWitnessed(b) < lastWitnessed(a) ? b : a));
}
