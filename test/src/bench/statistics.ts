/** The middle of some figures, and how far they are apart. */

/** Of an even number the mean of the two in the middle. NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Largest less smallest, as a share of the median. */
export function spreadOf(values: readonly number[]): number {
  const median = medianOf(values);
  return median === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / Math.abs(median);
}
