/**
 * Edited states: a development chain allows edits of balances, code or storage between two blocks.
 * The state after a block is then no longer the one its header commits to, and the next block was
 * executed on a state other than its parent's. All code reads the state roots of blocks here.
 */
import type { BlockHash, Header, StateRoot } from "@tandem/primitives";
import { type Batch, type Reader, table } from "@tandem/store";

/** The part of a block that determines its state. */
export interface StateOwner {
  readonly hash: BlockHash;
  readonly header: Pick<Header, "stateRoot">;
}

export interface Edits {
  /** Returns the edited root of a block; undefined if the state after it was not edited. */
  rootOf(hash: BlockHash): StateRoot | undefined;
  /**
   * Returns the root of the state after a block, which is read at it and on which the next block is
   * executed.
   */
  after(block: StateOwner): StateRoot;
  /** Returns the root of the state a block was executed on. @param parent header of its parent. */
  before(hash: BlockHash, parent: Pick<Header, "stateRoot">): StateRoot;
  /**
   * Sets the edited root of a block, or removes its edits if `root` is undefined. The state must be
   * on disk, or in the same batch.
   * @returns a function to call once the batch is written: until then readers get the previous
   * root.
   */
  restore(batch: Batch, hash: BlockHash, root: StateRoot | undefined): () => void;
}

export function readEdits(store: Reader): Edits {
  /**
   * Cached by the header object, which the chain keeps, since every read of the latest state needs
   * it.
   */
  let known = new WeakMap<object, StateRoot>();
  return {
    rootOf: (hash) => store.get(table.editedRoots, hash),
    after({ hash, header }) {
      const remembered = known.get(header);
      if (remembered !== undefined) return remembered;
      const root = store.get(table.editedRoots, hash) ?? header.stateRoot;
      known.set(header, root);
      return root;
    },
    before: (hash, parent) => store.get(table.baseRoots, hash) ?? parent.stateRoot,
    restore(batch, hash, root) {
      if (root === undefined) batch.delete(table.editedRoots, hash);
      else batch.put(table.editedRoots, hash, root);
      return () => {
        known = new WeakMap();
      };
    },
  };
}
