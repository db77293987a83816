/** The minimum gas price: its bounds, and the step towards a miner's target. */
import type { Header } from "@tandem/primitives";

/**
 * Returns the lowest and highest price of the block after `parent`: 1 % either way, at least 1 wei.
 */
export function minimumGasPriceBounds(parent: Header): {
  readonly lowest: bigint;
  readonly highest: bigint;
} {
  const price = parent.minimumGasPrice;
  const step = price < 100n ? 1n : price / 100n;
  return { lowest: price < step ? 0n : price - step, highest: price + step };
}

/** Computes the next valid price from the parent's towards the miner's target, in wei. */
export function nextMinimumGasPrice(block: {
  readonly parent: Header;
  readonly target: bigint;
}): bigint {
  const { lowest, highest } = minimumGasPriceBounds(block.parent);
  if (block.target < lowest) return lowest;
  return block.target > highest ? highest : block.target;
}
