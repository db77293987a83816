/** A pool's hidden branch of the child. */
import { isPreferred } from "@tandem/consensus";
import type { SecretBranch } from "../strategies/branch.js";
import type { ChildBlock } from "./block.js";
import type { ChildViews } from "./views.js";

export interface ChildBranch extends SecretBranch {
  /** The block that the pool mines on. */
  readonly head: ChildBlock;
  /** Appends a block that the pool found on its head. */
  extend(block: ChildBlock): void;
}

/** @param now returns the current virtual seconds. */
export function createChildBranch(views: ChildViews, pool: number, now: () => number): ChildBranch {
  let head = views.head(pool);
  /** The unpublished blocks, oldest first. */
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
