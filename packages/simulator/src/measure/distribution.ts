/**
 * Summarizes a sample of seconds in little memory: mean and maximum are exact, quantiles come from
 * a histogram whose bins are one percent wide, so that a million values take a few kilobytes.
 */
import type { Distribution } from "../results/results.js";

/** The ratio of the widths of two neighbouring bins. */
const growth = 1.01;
const lowest = 1e-3;
/** The number of bins from a millisecond to 300 years. */
const binCount = 3_000;
const logGrowth = Math.log(growth);

export interface Sample {
  add(value: number): void;
  summary(): Distribution;
}

/**
 * Returns the bin of a value. Bin 0 contains all values up to a millisecond, including negative
 * ones.
 */
const binOf = (value: number): number => {
  if (value <= lowest) return 0;
  return Math.min(binCount - 1, 1 + Math.floor(Math.log(value / lowest) / logGrowth));
};

/**
 * The middle of each bin, within half a percent of all values in it. They are products, since the
 * last digits of a power differ between engines.
 */
const middles = new Float64Array(binCount);
for (let bin = 1; bin < binCount; bin++) {
  middles[bin] = bin === 1 ? lowest * Math.sqrt(growth) : (middles[bin - 1] as number) * growth;
}

export function createSample(): Sample {
  const bins = new Float64Array(binCount);
  let count = 0;
  let sum = 0;
  let highest = 0;

  const quantile = (share: number): number => {
    if (count === 0) return 0;
    let below = 0;
    for (let bin = 0; bin < binCount; bin++) {
      below += bins[bin] as number;
      if (below >= share * count) return Math.min(middles[bin] as number, highest);
    }
    return highest;
  };

  return {
    add(value) {
      const bin = binOf(value);
      bins[bin] = (bins[bin] as number) + 1;
      count++;
      sum += value;
      if (value > highest) highest = value;
    },
    summary: () => ({
      count,
      mean: count === 0 ? 0 : sum / count,
      median: quantile(0.5),
      p10: quantile(0.1),
      p90: quantile(0.9),
      p99: quantile(0.99),
      highest,
    }),
  };
}
