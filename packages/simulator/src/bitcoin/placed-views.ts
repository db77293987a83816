/** Views whose nodes receive a block at different times: one event for each block and node. */
import { ReorgCount } from "../measure/reorgs.js";
import type { Routes } from "../network/routes.js";
import { type BitcoinTree, flag, genesisId } from "./tree.js";
import type { BitcoinViews, TipMoved } from "./views.js";

interface ViewsOptions {
  readonly tree: BitcoinTree;
  readonly routes: Routes;
  /** Schedules a call of `arrive` with these arguments at the given time. */
  readonly send: (time: number, place: number, id: number) => void;
  /** Is called for every node, including the observer. */
  readonly onMoved: TipMoved;
  /** The virtual seconds before which reorgs are not counted. */
  readonly warmUpSeconds: number;
}

export class PlacedViews implements BitcoinViews {
  readonly observerReorgs: ReorgCount;
  readonly poolReorgs: ReorgCount;
  readonly #options: ViewsOptions;
  readonly #observer: number;
  readonly #tips: Int32Array;
  readonly #works: Float64Array;
  readonly #rivals: Int32Array;
  /** The blocks that have not reached every node, in the order of publication. */
  #onWay: { readonly id: number; readonly lastArrival: number }[] = [];
  #clock = 0;

  constructor(options: ViewsOptions) {
    const { places } = options.routes;
    this.#options = options;
    this.#observer = places - 1;
    this.#tips = new Int32Array(places);
    this.#works = new Float64Array(places);
    this.#rivals = new Int32Array(places);
    this.observerReorgs = new ReorgCount(options.warmUpSeconds);
    this.poolReorgs = new ReorgCount(options.warmUpSeconds);
  }

  tip(pool: number): number {
    return this.#tips[pool] as number;
  }

  rival(pool: number): number {
    return this.#rivals[pool] as number;
  }

  observerTip(): number {
    return this.tip(this.#observer);
  }

  publish(id: number, pool: number, now: number): void {
    const { tree, routes, send, onMoved } = this.#options;
    this.#clock = now;
    tree.mark(id, flag.published);
    // A miner prefers its own block among equal branches, since it knew it before it published it.
    if (tree.work(id) >= (this.#works[pool] as number)) {
      this.#follow(pool, id, now);
      onMoved(pool, id, now);
    }
    let lastArrival = now;
    for (let place = 0; place < routes.places; place++) {
      if (place === pool) continue;
      const arrival = routes.arrival(now, pool, place);
      lastArrival = Math.max(lastArrival, arrival);
      send(arrival, place, id);
    }
    this.#onWay.push({ id, lastArrival });
  }

  /** Delivers a block to a node. */
  arrive(place: number, id: number, now: number): void {
    const { tree, onMoved } = this.#options;
    this.#clock = now;
    if (id < tree.root) return;
    const work = tree.work(id);
    const known = this.#works[place] as number;
    if (work > known) {
      this.#follow(place, id, now);
      onMoved(place, id, now);
    } else if (work === known && tree.has(id, flag.reply) && id !== this.#tips[place]) {
      this.#rivals[place] = id;
    }
  }

  eachTip(visit: (id: number) => void): void {
    for (const tip of this.#tips) visit(tip);
    for (const rival of this.#rivals) if (rival !== genesisId) visit(rival);
    this.#onWay = this.#onWay.filter(({ lastArrival }) => lastArrival >= this.#clock);
    for (const { id } of this.#onWay) visit(id);
  }

  #follow(place: number, id: number, now: number): void {
    const { tree } = this.#options;
    const old = this.tip(place);
    if (tree.parent(id) !== old) {
      const depth = tree.height(old) - tree.height(tree.commonAncestor(old, id));
      (place === this.#observer ? this.observerReorgs : this.poolReorgs).add(depth, now);
    }
    this.#tips[place] = id;
    this.#works[place] = tree.work(id);
    this.#rivals[place] = genesisId;
  }
}
