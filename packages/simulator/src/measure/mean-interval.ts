/** Estimates a mean from a few independent runs, with the interval that contains it. */

export interface MeanEstimate {
  /** The number of values. */
  readonly count: number;
  readonly mean: number;
  /** The standard deviation of the values; absent for a single one. */
  readonly standardDeviation?: number;
  /** The interval that contains the true mean with 99 % confidence; absent for a single value. */
  readonly low?: number;
  readonly high?: number;
}

const confidence = 0.99;

/** The number of halvings after which an angle is exact to the last bits of a double. */
const halvings = 60;

/** Estimates the mean with Student's t. Returns undefined without values. */
export function estimateMean(values: readonly number[]): MeanEstimate | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { count, mean };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const standardDeviation = Math.sqrt(squares / (count - 1));
  const half = (studentQuantile(count - 1) * standardDeviation) / Math.sqrt(count);
  return { count, mean, standardDeviation, low: mean - half, high: mean + half };
}

/** Returns the number of standard errors from the mean to an end of the interval. */
export function studentQuantile(freedom: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let i = 0; i < halvings; i++) {
    const middle = (low + high) / 2;
    if (probabilityWithin(middle, freedom) < confidence) low = middle;
    else high = middle;
  }
  return Math.sqrt(freedom) * Math.tan(low);
}

/**
 * Returns the probability that Student's t is between -t and t, for t = sqrt(freedom) tan(angle)
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4).
 */
function probabilityWithin(angle: number, freedom: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = 0;
  for (let power = isOdd ? 1 : 0; power <= freedom - 2; power += 2) {
    sum += term;
    term *= ((power + 1) / (power + 2)) * cosine ** 2;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
