/** Views whose nodes receive a block at different times: one event for each block and node. */
import { createReorgCount } from "../measure/reorgs.js";
import type { Routes } from "../network/routes.js";
import { type BitcoinTree, flag, genesisId } from "./tree.js";
import type { BitcoinViews, TipMoved } from "./views.js";

export interface PlacedViews extends BitcoinViews {
  /** Delivers a block to a node. */
  arrive(place: number, id: number, now: number): void;
}

export function createPlacedViews(options: {
  readonly tree: BitcoinTree;
  readonly routes: Routes;
  /** Schedules a call of `arrive` with these arguments at the given time. */
  readonly send: (time: number, place: number, id: number) => void;
  /** Is called for every node, including the observer. */
  readonly onMoved: TipMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}): PlacedViews {
  const { tree, routes, send, onMoved, warmUpSeconds } = options;
  const { places } = routes;
  const observer = places - 1;
  const tips = new Int32Array(places);
  const works = new Float64Array(places);
  const rivals = new Int32Array(places);
  /** The blocks that have not reached every node, in the order of publication. */
  let onWay: { readonly id: number; readonly lastArrival: number }[] = [];
  let clock = 0;
  const observerReorgs = createReorgCount(warmUpSeconds);
  const poolReorgs = createReorgCount(warmUpSeconds);

  function follow(place: number, id: number, now: number): void {
    const old = tips[place] as number;
    if (tree.parent(id) !== old) {
      const depth = tree.height(old) - tree.height(tree.commonAncestor(old, id));
      (place === observer ? observerReorgs : poolReorgs).add(depth, now);
    }
    tips[place] = id;
    works[place] = tree.work(id);
    rivals[place] = genesisId;
  }

  return {
    tip: (pool) => tips[pool] as number,
    rival: (pool) => rivals[pool] as number,
    observerTip: () => tips[observer] as number,
    publish(id, pool, now) {
      clock = now;
      tree.mark(id, flag.published);
      // A miner prefers its own block among equal branches, since it knew it before it published
      // it.
      if (tree.work(id) >= (works[pool] as number)) {
        follow(pool, id, now);
        onMoved(pool, id, now);
      }
      let lastArrival = now;
      for (let place = 0; place < places; place++) {
        if (place === pool) continue;
        const arrival = routes.arrival(now, pool, place);
        lastArrival = Math.max(lastArrival, arrival);
        send(arrival, place, id);
      }
      onWay.push({ id, lastArrival });
    },
    arrive(place, id, now) {
      clock = now;
      if (id < tree.root) return;
      const work = tree.work(id);
      const known = works[place] as number;
      if (work > known) {
        follow(place, id, now);
        onMoved(place, id, now);
      } else if (work === known && tree.has(id, flag.reply) && id !== tips[place]) {
        rivals[place] = id;
      }
    },
    eachTip(visit) {
      for (const tip of tips) visit(tip);
      for (const rival of rivals) if (rival !== genesisId) visit(rival);
      onWay = onWay.filter(({ lastArrival }) => lastArrival >= clock);
      for (const { id } of onWay) visit(id);
    },
    observerReorgs,
    poolReorgs,
  };
}
