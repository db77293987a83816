/** The minimum gas price: how far a block may move it, and where a builder moves it. */
import type { Header } from "@tandem/primitives";

/**
 * Returns the lowest and highest price the block after `parent` may have: 1 % either way, at least
 * 1 wei.
 */
export function minimumGasPriceBounds(parent: Header): {
  readonly lowest: bigint;
  readonly highest: bigint;
} {
  const price = parent.minimumGasPrice;
  const step = price < 100n ? 1n : price / 100n;
  return { lowest: price < step ? 0n : price - step, highest: price + step };
}

/** Computes the next legal price from the parent's towards the builder's target, in wei. */
export function nextMinimumGasPrice(block: {
  readonly parent: Header;
  readonly target: bigint;
}): bigint {
  const { lowest, highest } = minimumGasPriceBounds(block.parent);
  if (block.target < lowest) return lowest;
  return block.target > highest ? highest : block.target;
}
