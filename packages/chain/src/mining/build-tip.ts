/** Which block the miner builds on: the head, or the tip of a branch somebody chose. */
import { type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";

export interface BuildTip {
  /** Indicates whether it is another block than the head for having been chosen. */
  readonly isChosen: boolean;
  /** Returns the parent of the next block. */
  tip(): StoredBlock;
  /**
   * Selects the branch to build on; undefined or the head itself selects the head, wherever it
   * moves.
   */
  choose(block: StoredBlock | undefined): void;
  /** A block was mined on its parent: where that was the chosen one, the branch has grown. */
  grow(mined: StoredBlock): void;
  /**
   * Updates the tip. To be called on every change of the head; the choice ends when the chosen
   * block is canonical.
   */
  headMoved(event: HeadMoved): void;
}

export function createBuildTip(head: () => StoredBlock): BuildTip {
  let chosen: StoredBlock | undefined;
  const choose = (block: StoredBlock | undefined) => {
    chosen = block !== undefined && isEqual(block.hash, head().hash) ? undefined : block;
  };
  return {
    get isChosen() {
      return chosen !== undefined;
    },
    tip: () => chosen ?? head(),
    choose,
    grow(mined) {
      if (chosen !== undefined && isEqual(mined.header.parentHash, chosen.hash)) choose(mined);
    },
    headMoved({ added }) {
      const { hash } = chosen ?? {};
      if (hash !== undefined && added.some((block) => isEqual(block.hash, hash)))
        chosen = undefined;
    },
  };
}
