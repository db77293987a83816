/** A pool's hidden branch of the child. */
import { isPreferred } from "@tandem/consensus";
import type { SecretBranch } from "../strategies/branch.js";
import type { ChildBlock } from "./block.js";
import type { ChildViews } from "./views.js";

export interface ChildBranch extends SecretBranch {
  /** The block that the pool mines on. */
  readonly head: ChildBlock;
  /**
   * Adds a block that the pool found. It becomes the head if the pool prefers it to its head. A
   * block of an older job may not be preferred: it is published if its parent is.
   * @returns whether it is the head.
   */
  extend(block: ChildBlock): boolean;
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
      if (isPreferred(block, head)) {
        hidden = block.parent === head ? [...hidden, block] : unpublishedUpTo(block);
        head = block;
        return true;
      }
      if (block.parent?.isPublished === true) views.publish(block, now());
      return false;
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

/** Returns the unpublished blocks of the branch that ends at this one, oldest first. */
function unpublishedUpTo(block: ChildBlock): ChildBlock[] {
  const found: ChildBlock[] = [];
  for (let at: ChildBlock | undefined = block; at?.isPublished === false; at = at.parent) {
    found.push(at);
  }
  return found.reverse();
}
