/**
 * Views in which all nodes receive a block after the same delay. One event per block is enough for
 * any number of pools, so the views are the schedule of their world too. The public blocks are the
 * same for all, and beyond them a pool knows only its own. It stays on its own block, which it knew
 * first, until a public block has more work.
 */
import type { EventSchedule } from "../events/event-schedule.js";
import { ReorgCount } from "../measure/reorgs.js";
import { type BitcoinTree, flag, genesisId } from "./tree.js";
import type { BitcoinViews, TipMoved } from "./views.js";

interface ViewsOptions {
  readonly tree: BitcoinTree;
  readonly pools: number;
  readonly latencySeconds: number;
  /** The index of the pool that is notified of other pools' blocks, or -1. */
  readonly attacker: number;
  readonly onMoved: TipMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}

/**
 * The number of arrived entries after which they are removed from the list of blocks in transit.
 */
const sweepAt = 1_024;

export class UniformViews implements BitcoinViews, EventSchedule {
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
  readonly #options: ViewsOptions;
  readonly #tree: BitcoinTree;
  readonly #own: Int32Array;
  readonly #ownWork: Float64Array;
  #publicTip: number = genesisId;
  #publicWork: number;
  #rival: number = genesisId;
  /** Pools whose own block has at least the work of the public tip. */
  #apart: number[] = [];
  /** Blocks in transit in the order of arrival, which is the order of publication. */
  readonly #onWay: number[] = [];
  readonly #arrivals: number[] = [];
  #first = 0;

  constructor(options: ViewsOptions) {
    const { tree, pools, warmUpSeconds } = options;
    this.#options = options;
    this.#tree = tree;
    this.#own = new Int32Array(pools);
    this.#ownWork = new Float64Array(pools);
    this.#publicWork = tree.work(genesisId);
    this.observerReorgs = new ReorgCount(warmUpSeconds);
    this.poolReorgs = new ReorgCount(warmUpSeconds);
  }

  /** The time at which the next block becomes public; Infinity if none is in transit. */
  get nextTime(): number {
    return this.#first < this.#onWay.length
      ? (this.#arrivals[this.#first] as number)
      : Number.POSITIVE_INFINITY;
  }

  tip(pool: number): number {
    return (this.#ownWork[pool] as number) >= this.#publicWork
      ? (this.#own[pool] as number)
      : this.#publicTip;
  }

  rival(): number {
    return this.#rival;
  }

  observerTip(): number {
    return this.#publicTip;
  }

  publish(id: number, pool: number, now: number): void {
    const { latencySeconds } = this.#options;
    this.#tree.mark(id, flag.published);
    const isImmediate = latencySeconds === 0;
    // The branch grows at its tip and no pool has a branch of its own, so no view needs an update.
    if (!isImmediate || this.#apart.length > 0 || this.#tree.parent(id) !== this.#publicTip)
      this.#followOwn(id, pool, now);
    if (isImmediate) {
      this.#arrive(id, now);
    } else {
      this.#onWay.push(id);
      this.#arrivals.push(now + latencySeconds);
    }
  }

  /** Makes the next block public. */
  runNext(): void {
    const id = this.#onWay[this.#first] as number;
    const now = this.#arrivals[this.#first] as number;
    this.#first++;
    if (this.#first === this.#onWay.length || this.#first === sweepAt) {
      this.#onWay.splice(0, this.#first);
      this.#arrivals.splice(0, this.#first);
      this.#first = 0;
    }
    this.#arrive(id, now);
  }

  drain(): void {
    while (this.nextTime < Number.POSITIVE_INFINITY) this.runNext();
  }

  eachTip(visit: (id: number) => void): void {
    visit(this.#publicTip);
    for (const pool of this.#apart) visit(this.#own[pool] as number);
    for (let i = this.#first; i < this.#onWay.length; i++) visit(this.#onWay[i] as number);
  }

  #arrive(id: number, now: number): void {
    const { pools, attacker, onMoved } = this.#options;
    const tree = this.#tree;
    if (id < tree.root) return;
    const work = tree.work(id);
    if (work < this.#publicWork) return;
    if (work === this.#publicWork) {
      if (tree.has(id, flag.reply)) this.#rival = id;
      return;
    }
    const depth = this.#depthBetween(this.#publicTip, id);
    this.observerReorgs.add(depth, now);
    this.poolReorgs.add(depth, now, pools - this.#apart.length);
    if (this.#apart.length > 0) this.#rejoin(id, work, now);
    this.#publicTip = id;
    this.#publicWork = work;
    this.#rival = genesisId;
    if (attacker >= 0 && tree.pool(id) !== attacker && this.tip(attacker) === id) {
      onMoved(attacker, id, now);
    }
  }

  /** Moves the pools whose branch has less work than the new public block to that block. */
  #rejoin(id: number, work: number, now: number): void {
    this.#apart = this.#apart.filter((pool) => {
      if (this.#own[pool] === id) return false;
      if ((this.#ownWork[pool] as number) >= work) return true;
      this.poolReorgs.add(this.#depthBetween(this.#own[pool] as number, id), now);
      return false;
    });
  }

  /** Makes a miner follow its own block: of equal branches it prefers the one it knew first. */
  #followOwn(id: number, pool: number, now: number): void {
    const old = this.tip(pool);
    if (this.#tree.work(id) < this.#tree.work(old)) return;
    this.poolReorgs.add(this.#depthBetween(old, id), now);
    this.#own[pool] = id;
    this.#ownWork[pool] = this.#tree.work(id);
    if (!this.#apart.includes(pool)) this.#apart.push(pool);
  }

  #depthBetween(from: number, to: number): number {
    const tree = this.#tree;
    return tree.parent(to) === from
      ? 0
      : tree.height(from) - tree.height(tree.commonAncestor(from, to));
  }
}
