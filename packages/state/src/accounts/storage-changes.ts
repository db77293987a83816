/** Declares the storage of an account during an execution. */
import type { SlotReads, SlotValues } from "./state-reads.js";

/** The accessed storage of one account. Values have no leading zeros; empty bytes are zero. */
export interface Storage {
  /** The slots read below the changes: those at the block's start, or of the empty storage after clearing. */
  readonly read: SlotReads;
  /** Is undefined until a slot is written. */
  changed: SlotValues | undefined;
}

/** Creates a storage without changes. */
export const storageOver = (read: SlotReads): Storage => ({ read, changed: undefined });

/** Returns the reads of a storage that was cleared. @param root of an empty storage. */
export const clearedReads = (root: Uint8Array): SlotReads => ({
  root,
  values: new Map(),
  former: undefined,
});

const noSlots: ReadonlyMap<string, Uint8Array> = new Map();

/** Returns the changed slots, which are not copied: there may be a hundred thousand. */
export const slotsOf = (storage: Storage | undefined): ReadonlyMap<string, Uint8Array> =>
  storage?.changed ?? noSlots;

/** Returns the slots of an account, of which there are none at first. */
export function slotsAt(accounts: Map<string, SlotValues>, account: string): SlotValues {
  let slots = accounts.get(account);
  if (slots === undefined) {
    slots = new Map();
    accounts.set(account, slots);
  }
  return slots;
}
