/**
 * Counts Bitcoin's blocks by outcome. Once every view contains a block, all blocks up to it are
 * settled: main if it descends from them, stale if they were published, otherwise hidden.
 */
import type { Check } from "../invariant.js";
import { type ChainMeasure, createChainMeasure } from "../measure/chain-measure.js";
import { type BitcoinTree, flag, retargetBlocks } from "./tree.js";
import type { BitcoinViews } from "./views.js";

export interface BitcoinLedger {
  /** Settles the blocks that every view agrees on, and prunes the tree. */
  settle(): void;
  /** Settles all other blocks by the observer's branch. */
  finish(): void;
  readonly measure: ChainMeasure;
  readonly retargets: number;
  /** The number of main blocks with a tag. */
  readonly tagged: number;
}

export function createBitcoinLedger(options: {
  readonly tree: BitcoinTree;
  readonly views: BitcoinViews;
  /** Returns the tips of branches that no view has yet: an attacker's. */
  readonly hiddenTips: () => readonly number[];
  readonly lines: number;
  readonly groupOf: (pool: number) => number;
  readonly warmUpSeconds: number;
  readonly check: Check;
}): BitcoinLedger {
  const { tree, views, groupOf, warmUpSeconds, check } = options;
  const measure = createChainMeasure(options.lines);
  let retargets = 0;
  let tagged = 0;
  let counted = 0;
  let lastMain = tree.root;
  /** Stale blocks since the last main one. */
  let stale = 0;

  function addMain(id: number): void {
    const height = tree.height(id);
    const foundAt = tree.foundAt(id);
    const parent = tree.parent(id);
    check("main-chain-is-linked", parent === lastMain, () => `block ${id} after ${lastMain}`);
    const work = tree.work(parent) + tree.difficulty(id);
    check("weights-add-up", tree.work(id) === work, () => `block ${id}: ${tree.work(id)}`);
    lastMain = id;
    if (foundAt < warmUpSeconds) return;
    if (height % retargetBlocks === 0 && tree.difficulty(id) !== tree.difficulty(parent)) {
      retargets++;
    }
    if (tree.has(id, flag.tagged)) tagged++;
    measure.addMain(groupOf(tree.pool(id)), {
      height,
      foundAt,
      difficulty: tree.difficulty(id),
      interval: foundAt - tree.foundAt(parent),
      stale,
    });
    stale = 0;
  }

  function addOther(id: number): void {
    if (tree.foundAt(id) < warmUpSeconds) return;
    const line = groupOf(tree.pool(id));
    if (tree.has(id, flag.published)) {
      measure.addStale(line);
      stale++;
    } else {
      measure.addHidden(line);
    }
  }

  /** Settles all blocks up to `last` by the branch that ends at `tip`. */
  function settleUpTo(tip: number, last: number): void {
    for (let id = tip; id !== tree.root; id = tree.parent(id)) tree.mark(id, flag.main);
    for (let id = tree.root + 1; id <= last; id++) {
      counted++;
      if (tree.has(id, flag.main)) addMain(id);
      else addOther(id);
    }
  }

  return {
    measure,
    get retargets() {
      return retargets;
    },
    get tagged() {
      return tagged;
    },
    settle() {
      let common = views.observerTip();
      const narrow = (id: number) => {
        check("views-are-known", id < tree.nextId, () => `block ${id} was not found yet`);
        if (id >= tree.root) common = tree.commonAncestor(common, id);
      };
      views.eachTip(narrow);
      for (const id of options.hiddenTips()) narrow(id);
      if (common === tree.root) return;
      settleUpTo(common, common);
      tree.prune(common);
    },
    finish() {
      settleUpTo(views.observerTip(), tree.nextId - 1);
      const found = tree.nextId - 1;
      check("all-blocks-are-counted", counted === found, () => `${counted} of ${found}`);
    },
  };
}
