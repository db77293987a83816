/** Computes the median and the spread of figures. */

/** Returns the mean of the two middle values for an even number, and NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Returns the largest value minus the smallest, as a fraction of the median. */
export function spreadOf(values: readonly number[]): number {
  const median = medianOf(values);
  return median === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / Math.abs(median);
}
