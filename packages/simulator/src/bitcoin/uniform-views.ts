/**
 * Views in which all nodes receive a block after the same delay. One event per block is enough for
 * any number of pools: the public blocks are the same for all, and beyond them a pool knows only
 * its own. It stays on its own block, which it knew first, until a public block has more work.
 */
import { createReorgCount } from "../measure/reorgs.js";
import { type BitcoinTree, flag, genesisId } from "./tree.js";
import type { BitcoinViews, TipMoved } from "./views.js";

export interface UniformViews extends BitcoinViews {
  /** The time at which the next block becomes public; Infinity if none is in transit. */
  readonly nextTime: number;
  /** Makes the next block public. */
  advance(): void;
}

export function createUniformViews(options: {
  readonly tree: BitcoinTree;
  readonly pools: number;
  readonly latencySeconds: number;
  /** The index of the pool that is notified of other pools' blocks, or -1. */
  readonly attacker: number;
  readonly onMoved: TipMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}): UniformViews {
  const { tree, pools, latencySeconds, attacker, onMoved, warmUpSeconds } = options;
  const own = new Int32Array(pools);
  const ownWork = new Float64Array(pools);
  let publicTip = genesisId;
  let publicWork = tree.work(genesisId);
  let rival = genesisId;
  /** Pools whose own block has at least the work of the public tip. */
  let apart: number[] = [];
  const observerReorgs = createReorgCount(warmUpSeconds);
  const poolReorgs = createReorgCount(warmUpSeconds);

  /** Blocks in transit in the order of arrival, which is the order of publication. */
  const onWay: number[] = [];
  const arrivals: number[] = [];
  let first = 0;

  const tip = (pool: number) =>
    (ownWork[pool] as number) >= publicWork ? (own[pool] as number) : publicTip;

  const depthBetween = (from: number, to: number): number =>
    tree.parent(to) === from ? 0 : tree.height(from) - tree.height(tree.commonAncestor(from, to));

  function arrive(id: number, now: number): void {
    if (id < tree.root) return;
    const work = tree.work(id);
    if (work < publicWork) return;
    if (work === publicWork) {
      if (tree.has(id, flag.reply)) rival = id;
      return;
    }
    const depth = depthBetween(publicTip, id);
    observerReorgs.add(depth, now);
    poolReorgs.add(depth, now, pools - apart.length);
    if (apart.length > 0) rejoin(id, work, now);
    publicTip = id;
    publicWork = work;
    rival = genesisId;
    if (attacker >= 0 && tree.pool(id) !== attacker && tip(attacker) === id) {
      onMoved(attacker, id, now);
    }
  }

  /** Moves the pools whose branch has less work than the new public block to that block. */
  function rejoin(id: number, work: number, now: number): void {
    apart = apart.filter((pool) => {
      if (own[pool] === id) return false;
      if ((ownWork[pool] as number) >= work) return true;
      poolReorgs.add(depthBetween(own[pool] as number, id), now);
      return false;
    });
  }

  /** Makes a miner follow its own block: of equal branches it prefers the one it knew first. */
  function followOwn(id: number, pool: number, now: number): void {
    const old = tip(pool);
    if (tree.work(id) < tree.work(old)) return;
    poolReorgs.add(depthBetween(old, id), now);
    own[pool] = id;
    ownWork[pool] = tree.work(id);
    if (!apart.includes(pool)) apart.push(pool);
  }

  return {
    tip,
    rival: () => rival,
    observerTip: () => publicTip,
    publish(id, pool, now) {
      tree.mark(id, flag.published);
      const isImmediate = latencySeconds === 0;
      // The branch grows at its tip and no pool has a branch of its own, so no view needs an
      // update.
      if (!isImmediate || apart.length > 0 || tree.parent(id) !== publicTip)
        followOwn(id, pool, now);
      if (isImmediate) {
        arrive(id, now);
      } else {
        onWay.push(id);
        arrivals.push(now + latencySeconds);
      }
    },
    eachTip(visit) {
      visit(publicTip);
      for (const pool of apart) visit(own[pool] as number);
      for (let i = first; i < onWay.length; i++) visit(onWay[i] as number);
    },
    get nextTime() {
      return first < onWay.length ? (arrivals[first] as number) : Number.POSITIVE_INFINITY;
    },
    advance() {
      const id = onWay[first] as number;
      const now = arrivals[first] as number;
      first++;
      if (first === onWay.length || first === sweepAt) {
        onWay.splice(0, first);
        arrivals.splice(0, first);
        first = 0;
      }
      arrive(id, now);
    },
    observerReorgs,
    poolReorgs,
  };
}

/**
 * The number of arrived entries after which they are removed from the list of blocks in transit.
 */
const sweepAt = 1_024;
