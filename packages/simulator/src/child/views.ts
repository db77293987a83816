/** Tracks each node's blocks of the child, and the head it follows by the consensus rule. */
import { isPreferred } from "@tandem/consensus";
import { ReorgCount } from "../measure/reorgs.js";
import type { Routes } from "../network/routes.js";
import { type ChildBlock, commonAncestor } from "./block.js";

/** Is called for every node, including the observer, when it follows another head. */
export type HeadMoved = (place: number, head: ChildBlock, old: ChildBlock, now: number) => void;

interface ViewsOptions {
  readonly genesis: ChildBlock;
  readonly routes: Routes;
  /** Schedules a call of `arrive` with these arguments at the given time. */
  readonly send: (time: number, place: number, id: number) => void;
  readonly onMoved: HeadMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}

export class ChildViews {
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
  readonly #options: ViewsOptions;
  readonly #observer: number;
  readonly #heads: ChildBlock[];
  /** Blocks that have not reached every node. */
  readonly #onWay = new Map<number, { readonly block: ChildBlock; left: number }>();

  constructor(options: ViewsOptions) {
    const { genesis, routes, warmUpSeconds } = options;
    this.#options = options;
    this.#observer = routes.places - 1;
    this.#heads = Array.from({ length: routes.places }, () => genesis);
    this.observerReorgs = new ReorgCount(warmUpSeconds);
    this.poolReorgs = new ReorgCount(warmUpSeconds);
  }

  head(place: number): ChildBlock {
    return this.#heads[place] as ChildBlock;
  }

  observerHead(): ChildBlock {
    return this.head(this.#observer);
  }

  /** Delivers a block only to its finder's node. */
  learn(block: ChildBlock): void {
    block.knownTo[block.pool] = 1;
  }

  /** Publishes a block from its finder's node. */
  publish(block: ChildBlock, now: number): void {
    const { routes, send } = this.#options;
    const { places } = routes;
    block.isPublished = true;
    this.learn(block);
    this.#onWay.set(block.id, { block, left: places - 1 });
    for (let place = 0; place < places; place++) {
      if (place !== block.pool) send(routes.arrival(now, block.pool, place), place, block.id);
    }
    this.#consider(block.pool, block, now);
  }

  /** Delivers a block to a node, with the ancestors the node lacks. */
  arrive(place: number, id: number, now: number): void {
    const travel = this.#onWay.get(id);
    if (travel === undefined) return;
    travel.left--;
    if (travel.left === 0) this.#onWay.delete(id);
    for (const block of lacking(place, travel.block)) {
      block.knownTo[place] = 1;
      this.#consider(place, block, now);
    }
  }

  /** Calls `visit` with every block that a node follows or has yet to receive. */
  eachTip(visit: (block: ChildBlock) => void): void {
    for (const tip of this.#heads) visit(tip);
    for (const { block } of this.#onWay.values()) visit(block);
  }

  #consider(place: number, block: ChildBlock, now: number): void {
    const old = this.head(place);
    if (!isPreferred(block, old)) return;
    this.#heads[place] = block;
    if (block.parent !== old) {
      const depth = old.header.number - commonAncestor(old, block).header.number;
      (place === this.#observer ? this.observerReorgs : this.poolReorgs).add(depth, now);
    }
    this.#options.onMoved(place, block, old, now);
  }
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
