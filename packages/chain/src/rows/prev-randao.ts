/** Reads the requested results of opcode 0x44. */
import type { StoredBlock } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";

/** Returns a function that returns a block's requested value; undefined if it is the difficulty. */
export function readPrevRandaos(
  store: Reader,
): (block: Pick<StoredBlock, "hash" | "header">) => bigint | undefined {
  /**
   * Cached by the header object, which the chain keeps, since every call on the latest state needs
   * it.
   */
  const known = new WeakMap<object, bigint | "none">();
  return ({ hash, header }) => {
    let value = known.get(header);
    if (value === undefined) {
      value = store.get(table.prevRandaos, hash) ?? "none";
      known.set(header, value);
    }
    return value === "none" ? undefined : value;
  };
}
