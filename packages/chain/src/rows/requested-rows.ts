/** Writes which fields of a block are as a developer requested. */
import type { RequestedFields } from "@tandem/consensus";
import type { StoredBlock } from "@tandem/primitives";
import { type Batch, table } from "@tandem/store";

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
