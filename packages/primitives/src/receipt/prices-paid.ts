/** The gas prices paid in a block, without its transactions: wallets ask for prices often. */
import type { Receipt } from "./receipt.js";

export interface PaidAtPrice {
  /** The number of transactions that paid the price. */
  times: number;
  /** The gas that they used. */
  gas: bigint;
}

/** Maps each price in wei that was paid in a block to the transactions that paid it. */
export type PricesPaid = ReadonlyMap<bigint, Readonly<PaidAtPrice>>;

/** Returns the prices paid in a block with these receipts. */
export function pricesPaidIn(
  receipts: readonly Pick<Receipt, "effectiveGasPrice" | "gasUsed">[],
): PricesPaid {
  const prices = new Map<bigint, PaidAtPrice>();
  for (const { effectiveGasPrice, gasUsed } of receipts) {
    const paid = prices.get(effectiveGasPrice);
    if (paid === undefined) prices.set(effectiveGasPrice, { times: 1, gas: gasUsed });
    else {
      paid.times += 1;
      paid.gas += gasUsed;
    }
  }
  return prices;
}
