/**
 * Counts Bitcoin's blocks by outcome. Once every view contains a block, all blocks up to it are
 * settled: main if it descends from them, stale if they were published, otherwise hidden.
 */
import type { Check } from "../invariant.js";
import { ChainMeasure } from "../measure/chain-measure.js";
import { type BitcoinTree, flag, retargetBlocks } from "./tree.js";
import type { BitcoinViews } from "./views.js";

interface LedgerOptions {
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  /** Returns the tips of branches that no view has yet: an attacker's. */
  readonly hiddenTips: () => readonly number[];
  readonly groupCount: number;
  readonly groupOf: (pool: number) => number;
  readonly warmUpSeconds: number;
  readonly check: Check;
}

export class BitcoinLedger {
  readonly measure: ChainMeasure;
  readonly #options: LedgerOptions;
  #retargets = 0;
  #tagged = 0;
  #counted = 0;
  #lastMain: number;
  /** Stale blocks since the last main one. */
  #stale = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#lastMain = options.tree.root;
    this.measure = new ChainMeasure(options.groupCount);
  }

  get retargets(): number {
    return this.#retargets;
  }

  /** The number of main blocks with a tag. */
  get tagged(): number {
    return this.#tagged;
  }

  /** Settles the blocks that every view agrees on, and prunes the tree. */
  settle(): void {
    const { tree, views, hiddenTips, check } = this.#options;
    const tips = new Set([views.observerTip()]);
    const visit = (id: number) => {
      check("views-are-known", id < tree.nextId, () => `block ${id} was not found yet`);
      if (id >= tree.root) tips.add(id);
    };
    views.eachTip(visit);
    for (const id of hiddenTips()) visit(id);
    const common = commonAncestorOf(tips, tree);
    if (common === tree.root) return;
    this.#settleUpTo(common, common);
    tree.prune(common);
  }

  /** Settles all other blocks by the observer's branch. */
  finish(): void {
    const { tree, views, check } = this.#options;
    const found = tree.nextId - 1;
    this.#settleUpTo(views.observerTip(), found);
    const counted = this.#counted;
    check("all-blocks-are-counted", counted === found, () => `${counted} of ${found}`);
  }

  /** Settles all blocks up to `last` by the branch that ends at `tip`. */
  #settleUpTo(tip: number, last: number): void {
    const { tree } = this.#options;
    for (let id = tip; id !== tree.root; id = tree.parent(id)) tree.mark(id, flag.main);
    for (let id = tree.root + 1; id <= last; id++) {
      this.#counted++;
      if (tree.has(id, flag.main)) this.#addMain(id);
      else this.#addOther(id);
    }
  }

  #addMain(id: number): void {
    const { tree, groupOf, warmUpSeconds, check } = this.#options;
    const height = tree.height(id);
    const foundAt = tree.foundAt(id);
    const parent = tree.parent(id);
    const lastMain = this.#lastMain;
    check("main-chain-is-linked", parent === lastMain, () => `block ${id} after ${lastMain}`);
    const work = tree.work(parent) + tree.difficulty(id);
    check("weights-add-up", tree.work(id) === work, () => `block ${id}: ${tree.work(id)}`);
    this.#lastMain = id;
    if (foundAt < warmUpSeconds) return;
    if (height % retargetBlocks === 0 && tree.difficulty(id) !== tree.difficulty(parent)) {
      this.#retargets++;
    }
    if (tree.has(id, flag.tagged)) this.#tagged++;
    this.measure.addMain(groupOf(tree.pool(id)), {
      height,
      foundAt,
      difficulty: tree.difficulty(id),
      interval: foundAt - tree.foundAt(parent),
      stale: this.#stale,
    });
    this.#stale = 0;
  }

  #addOther(id: number): void {
    const { tree, groupOf, warmUpSeconds } = this.#options;
    if (tree.foundAt(id) < warmUpSeconds) return;
    const group = groupOf(tree.pool(id));
    if (tree.has(id, flag.published)) {
      this.measure.addStale(group);
      this.#stale++;
    } else {
      this.measure.addHidden(group);
    }
  }
}

/**
 * Returns the newest common ancestor of blocks, and takes them out of the set. It looks at each unsettled block once,
 * since in a partition as many blocks are in transit as are unsettled.
 */
function commonAncestorOf(tips: Set<number>, tree: BitcoinTree): number {
  for (let id = tree.nextId - 1; tips.size > 1 && id > tree.root; id--) {
    if (tips.delete(id)) tips.add(tree.parent(id));
  }
  const [common = tree.root] = tips;
  return common;
}
