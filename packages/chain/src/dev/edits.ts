/**
 * Edited states: on a development chain somebody may set balances, code or storage between two
 * blocks. The state after a block is then no longer the one its header commits to, and the blocks on
 * top were executed on another than their parent's. Everyone asks here which state it is.
 */
import type { BlockHash, Header, StateRoot } from "@tandem/primitives";
import { type Batch, type Reader, table } from "@tandem/store";

/** A block as far as its state goes. */
export interface StateOwner {
  readonly hash: BlockHash;
  readonly header: Pick<Header, "stateRoot">;
}

export interface Edits {
  /** Returns the edited root of a block; undefined where nobody has edited the state after it. */
  rootOf(hash: BlockHash): StateRoot | undefined;
  /** Root of the state after a block: what is read at it, and what the next block begins with. */
  after(block: StateOwner): StateRoot;
  /** Returns the root of the state a block was executed on. @param parent header of its parent. */
  before(hash: BlockHash, parent: Pick<Header, "stateRoot">): StateRoot;
  /**
   * Makes `root` the edited root of a block, or with undefined takes its edits back. The state must
   * be on disk, or in the same batch.
   * @returns what to call once the batch stands: until then readers are given the root of before.
   */
  restore(batch: Batch, hash: BlockHash, root: StateRoot | undefined): () => void;
}

export function readEdits(store: Reader): Edits {
  /** By the object, which the chain keeps: asked for at every read of the latest state. */
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
