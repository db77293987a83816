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

/** A sample of seconds. */
export class Sample {
  readonly #bins = new Float64Array(binCount);
  #count = 0;
  #sum = 0;
  #highest = 0;

  add(value: number): void {
    const bin = binOf(value);
    this.#bins[bin] = (this.#bins[bin] as number) + 1;
    this.#count++;
    this.#sum += value;
    if (value > this.#highest) this.#highest = value;
  }

  summary(): Distribution {
    return {
      count: this.#count,
      mean: this.#count === 0 ? 0 : this.#sum / this.#count,
      median: this.#quantile(0.5),
      p10: this.#quantile(0.1),
      p90: this.#quantile(0.9),
      p99: this.#quantile(0.99),
      highest: this.#highest,
    };
  }

  #quantile(share: number): number {
    if (this.#count === 0) return 0;
    let below = 0;
    for (let bin = 0; bin < binCount; bin++) {
      below += this.#bins[bin] as number;
      if (below >= share * this.#count) return Math.min(middles[bin] as number, this.#highest);
    }
    return this.#highest;
  }
}
