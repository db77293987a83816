/** The gas prices paid in a block, without its transactions: the gas price is queried often. */

import type { Receipt } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { chainLimits } from "../limits.js";

/** Maps a price in wei to the number of a block's transactions that paid it. */
export type PricesPaid = ReadonlyMap<bigint, number>;

export function pricesPaidIn(receipts: readonly Receipt[]): PricesPaid {
  const prices = new Map<bigint, number>();
  for (const { effectiveGasPrice } of receipts) {
    prices.set(effectiveGasPrice, (prices.get(effectiveGasPrice) ?? 0) + 1);
  }
  return prices;
}

/** The weight of a block's cache entry beside its prices. */
const entryWeight = 64;

/** Creates the cache of prices by block hash. */
export const createPricesCache = (): LruMap<string, PricesPaid> =>
  new LruMap(chainLimits.pricesKept, ({ size }) => entryWeight + size);
