/** The gas limit: its bounds, and the step towards a miner's target. */
import type { ChainSpec, Header } from "@tandem/primitives";

/**
 * Returns the lowest and highest gas limit of the block after `parent`: 1023 and 1025 parts in
 * 1024.
 */
export function gasLimitBounds(parent: Header): {
  readonly lowest: bigint;
  readonly highest: bigint;
} {
  return {
    lowest: (parent.gasLimit * 1023n) / 1024n,
    highest: (parent.gasLimit * 1025n) / 1024n,
  };
}

/** Computes the next valid gas limit from the parent's towards the miner's target. */
export function nextGasLimit(block: {
  readonly parent: Header;
  readonly target: bigint;
  readonly spec: ChainSpec;
}): bigint {
  const { lowest, highest } = gasLimitBounds(block.parent);
  const floor = lowest < block.spec.minimumGasLimit ? block.spec.minimumGasLimit : lowest;
  if (block.target < floor) return floor;
  return block.target > highest ? highest : block.target;
}
