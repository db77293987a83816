/** Determines the least price of a unit of gas in a block. */
import type { ListedBlock } from "./answers.js";

export interface BasePrice {
  readonly name: "Minimum gas price" | "Base fee";
  readonly wei: bigint;
}

/**
 * Returns the minimum gas price of a block, or its base fee if it is of a forked chain without
 * merged mining. Returns undefined for a block of Ethereum before London, which has neither.
 */
export function basePriceOf({
  minimumGasPrice,
  baseFeePerGas,
}: Pick<ListedBlock, "minimumGasPrice" | "baseFeePerGas">): BasePrice | undefined {
  if (minimumGasPrice !== undefined) return { name: "Minimum gas price", wei: minimumGasPrice };
  return baseFeePerGas === undefined ? undefined : { name: "Base fee", wei: baseFeePerGas };
}
