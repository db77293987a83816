/** Selects the block the miner builds on: the head, or the tip of a chosen branch. */
import { type HeadMoved, isEqual, type StoredBlock } from "@tandem/primitives";

export interface BuildTip {
  /** Whether a chosen block other than the head is built on. */
  readonly isChosen: boolean;
  /** Returns the parent of the next block. */
  tip(): StoredBlock;
  /**
   * Selects the branch to build on; undefined or the head itself selects the head, wherever it
   * moves.
   */
  choose(block: StoredBlock | undefined): void;
  /** Moves the tip to a mined block if its parent is the chosen block. */
  grow(mined: StoredBlock): void;
  /**
   * Updates the tip. Must be called on every change of the head; the choice ends when the chosen
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
