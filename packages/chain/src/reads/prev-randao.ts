/** Reads what a developer requested opcode 0x44 to answer in a block. */
import type { StoredBlock } from "@tandem/primitives";
import { type Reader, table } from "@tandem/store";

/** Returns a function that gives the value of a block; undefined where it is the difficulty. */
export function readPrevRandaos(
  store: Reader,
): (block: Pick<StoredBlock, "hash" | "header">) => bigint | undefined {
  /** By the object, which the chain keeps: asked for at every call on the latest state. */
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
