/** Caches the gas prices paid in blocks. */
import type { PricesPaid } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { chainLimits } from "../../limits.js";

/** The weight of a block's cache entry beside its prices. */
const entryWeight = 64;

/** Creates the cache of prices by block hash. */
export const createPricesCache = (): LruMap<string, PricesPaid> =>
  new LruMap(chainLimits.pricesKept, ({ size }) => entryWeight + size);
