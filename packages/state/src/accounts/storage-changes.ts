/** Declares the storage of an account during an execution. */
import type { SlotReads, SlotValues } from "./state-reads.js";

/** The accessed storage of one account. Values have no leading zeros; empty bytes are zero. */
export interface Storage {
  /** The root below the changes: the one at the block's start, or the empty one after clearing. */
  readonly root: Uint8Array;
  readonly read: SlotReads;
  /** Is undefined until a slot is written. */
  changed: SlotValues | undefined;
}

/** Creates a storage without changes. */
export const storageOver = (
  root: Uint8Array,
  read: SlotReads = { values: new Map(), former: undefined },
): Storage => ({ root, read, changed: undefined });

const noSlots: ReadonlyMap<string, Uint8Array> = new Map();

/** Returns the changed slots, which are not copied: there may be a hundred thousand. */
export const slotsOf = (storage: Storage | undefined): ReadonlyMap<string, Uint8Array> =>
  storage?.changed ?? noSlots;
