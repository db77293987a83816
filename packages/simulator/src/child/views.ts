/** Tracks each node's blocks of the child, and the head it follows by the consensus rule. */
import { isPreferred } from "@tandem/consensus";
import { createReorgCount, type ReorgCount } from "../measure/reorgs.js";
import type { Routes } from "../network/routes.js";
import { type ChildBlock, commonAncestor } from "./block.js";

export interface ChildViews {
  head(place: number): ChildBlock;
  observerHead(): ChildBlock;
  /** Delivers a block only to its finder's node. */
  learn(block: ChildBlock): void;
  /** Publishes a block from its finder's node. */
  publish(block: ChildBlock, now: number): void;
  /** Delivers a block to a node, with the ancestors the node lacks. */
  arrive(place: number, id: number, now: number): void;
  /** Calls `visit` with every block that a node follows or has yet to receive. */
  eachTip(visit: (block: ChildBlock) => void): void;
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
}

/** Is called for every node, including the observer, when it follows another head. */
export type HeadMoved = (place: number, head: ChildBlock, old: ChildBlock, now: number) => void;

export function createChildViews(options: {
  readonly genesis: ChildBlock;
  readonly routes: Routes;
  /** Schedules a call of `arrive` with these arguments at the given time. */
  readonly send: (time: number, place: number, id: number) => void;
  readonly onMoved: HeadMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}): ChildViews {
  const { genesis, routes, send, onMoved, warmUpSeconds } = options;
  const { places } = routes;
  const observer = places - 1;
  const heads = Array.from({ length: places }, () => genesis);
  /** Blocks that have not reached every node. */
  const onWay = new Map<number, { readonly block: ChildBlock; left: number }>();
  const observerReorgs = createReorgCount(warmUpSeconds);
  const poolReorgs = createReorgCount(warmUpSeconds);

  const head = (place: number) => heads[place] as ChildBlock;

  function consider(place: number, block: ChildBlock, now: number): void {
    const old = head(place);
    if (!isPreferred(block, old)) return;
    heads[place] = block;
    if (block.parent !== old) {
      const depth = old.header.number - commonAncestor(old, block).header.number;
      (place === observer ? observerReorgs : poolReorgs).add(depth, now);
    }
    onMoved(place, block, old, now);
  }

  /** Returns the block and the ancestors the node lacks, the oldest first. */
  function lacking(place: number, block: ChildBlock): ChildBlock[] {
    const found: ChildBlock[] = [];
    for (let at: ChildBlock | undefined = block; at !== undefined; at = at.parent) {
      if (at.knownTo[place] === 1) break;
      found.push(at);
    }
    return found.reverse();
  }

  return {
    head,
    observerHead: () => head(observer),
    learn(block) {
      block.knownTo[block.pool] = 1;
    },
    publish(block, now) {
      block.isPublished = true;
      block.knownTo[block.pool] = 1;
      onWay.set(block.id, { block, left: places - 1 });
      for (let place = 0; place < places; place++) {
        if (place !== block.pool) send(routes.arrival(now, block.pool, place), place, block.id);
      }
      consider(block.pool, block, now);
    },
    arrive(place, id, now) {
      const travel = onWay.get(id);
      if (travel === undefined) return;
      travel.left--;
      if (travel.left === 0) onWay.delete(id);
      for (const block of lacking(place, travel.block)) {
        block.knownTo[place] = 1;
        consider(place, block, now);
      }
    },
    eachTip(visit) {
      for (const tip of heads) visit(tip);
      for (const { block } of onWay.values()) visit(block);
    },
    observerReorgs,
    poolReorgs,
  };
}
