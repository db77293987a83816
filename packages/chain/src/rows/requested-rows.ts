/** Writes and reads what a developer requested of a block. */
import type { RequestedFields } from "@tandem/consensus";
import type { StoredBlock } from "@tandem/primitives";
import { type Batch, type Reader, table } from "@tandem/store";

/** Keeps what the block has because a developer requested it, so that check and repair exempt the same block. */
export function noteRequested(
  batch: Batch,
  { hash, header }: StoredBlock,
  { minimumGasPrice, gasLimit }: RequestedFields = {},
): void {
  if (minimumGasPrice === header.minimumGasPrice) {
    batch.put(table.requestedPrices, hash, minimumGasPrice);
  }
  if (gasLimit === header.gasLimit) batch.put(table.requestedGasLimits, hash, gasLimit);
}

/** Returns a function that returns a block's requested result of opcode 0x44; undefined if it is the difficulty. */
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
