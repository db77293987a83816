/** Declares the storage of an account during an execution. */
import { fromKey } from "@tandem/primitives";
import type { AccountDifference } from "./state-difference.js";
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

/** Returns the changed slots. */
export const slotsOf = (storage: Storage | undefined): AccountDifference["slots"] =>
  [...(storage?.changed ?? [])].map(([slot, value]) => [fromKey(slot), value]);
