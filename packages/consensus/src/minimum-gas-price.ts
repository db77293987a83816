/** The minimum gas price: how far a block may move it, and where a builder moves it. */
import type { Header } from "@tandem/primitives";

/** Lowest and highest price the block after `parent` may have: 1 % either way, at least 1 wei. */
export function minimumGasPriceBounds(parent: Header): {
  readonly lowest: bigint;
  readonly highest: bigint;
} {
  const price = parent.minimumGasPrice;
  const step = price < 100n ? 1n : price / 100n;
  return { lowest: price < step ? 0n : price - step, highest: price + step };
}

/** One legal step from the parent's price towards the one the builder wants, in wei. */
export function nextMinimumGasPrice(block: {
  readonly parent: Header;
  readonly target: bigint;
}): bigint {
  const { lowest, highest } = minimumGasPriceBounds(block.parent);
  if (block.target < lowest) return lowest;
  return block.target > highest ? highest : block.target;
}
