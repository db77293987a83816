/** A pool's hidden branch of Bitcoin. */
import type { SecretBranch } from "../strategies/branch.js";
import { type BitcoinTree, flag } from "./tree.js";
import type { BitcoinViews } from "./views.js";

export interface BitcoinBranch extends SecretBranch {
  /** The block that the pool mines on. */
  readonly head: number;
  /** Appends a block that the pool found on its head. */
  extend(id: number): void;
}

/** @param now returns the current virtual seconds. */
export function createBitcoinBranch(
  tree: BitcoinTree,
  views: BitcoinViews,
  pool: number,
  now: () => number,
): BitcoinBranch {
  let head = views.tip(pool);
  /** The unpublished blocks, oldest first. */
  let hidden: number[] = [];

  return {
    get head() {
      return head;
    },
    get ownHeight() {
      return tree.height(head);
    },
    get publicHeight() {
      return tree.height(views.tip(pool));
    },
    get isAhead() {
      return tree.work(head) > tree.work(views.tip(pool));
    },
    extend(id) {
      head = id;
      hidden.push(id);
    },
    publish(upToHeight) {
      const answered = tree.height(views.tip(pool));
      let shown = 0;
      for (const id of hidden) {
        const height = tree.height(id);
        if (height > upToHeight) break;
        if (height === answered) tree.mark(id, flag.reply);
        views.publish(id, pool, now());
        shown++;
      }
      if (shown > 0) hidden = shown === hidden.length ? [] : hidden.slice(shown);
    },
    adopt() {
      hidden = [];
      head = views.tip(pool);
    },
  };
}
