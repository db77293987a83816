/** A pool's hidden branch of the child. */
import { isPreferred } from "@tandem/consensus";
import type { SecretBranch } from "../strategies/branch.js";
import type { ChildBlock } from "./block.js";
import type { ChildViews } from "./views.js";

export interface ChildBranch extends SecretBranch {
  /** Block the pool mines on. */
  readonly head: ChildBlock;
  /** The pool found this block on its head. */
  extend(block: ChildBlock): void;
}

/** @param now virtual seconds at the moment. */
export function createChildBranch(views: ChildViews, pool: number, now: () => number): ChildBranch {
  let head = views.head(pool);
  /** Not published yet, oldest first. */
  let hidden: ChildBlock[] = [];

  return {
    get head() {
      return head;
    },
    get ownHeight() {
      return head.header.number;
    },
    get publicHeight() {
      return views.head(pool).header.number;
    },
    get isAhead() {
      return isPreferred(head, views.head(pool));
    },
    extend(block) {
      head = block;
      hidden.push(block);
    },
    publish(upToHeight) {
      const shown = hidden.filter(({ header }) => header.number <= upToHeight);
      hidden = hidden.slice(shown.length);
      for (const block of shown) views.publish(block, now());
    },
    adopt() {
      hidden = [];
      head = views.head(pool);
    },
  };
}
