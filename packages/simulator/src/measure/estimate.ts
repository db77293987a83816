/** Estimates a probability by counting, with its confidence interval. */
import type { Estimate } from "../results/results.js";

/** The number of standard deviations that contain 99 % of a normal distribution. */
const deviations = 2.5758293035489004;

/**
 * Estimates a share with Wilson's interval, which is correct for few successes too, and within [0,
 * 1].
 */
export function estimateShare(successes: number, trials: number): Estimate {
  if (trials === 0) return { share: 0, low: 0, high: 1 };
  const share = successes / trials;
  const z2 = deviations ** 2 / trials;
  const middle = (share + z2 / 2) / (1 + z2);
  const spread =
    (deviations / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials));
  return {
    share,
    low: successes === 0 ? 0 : Math.max(0, middle - spread),
    high: successes === trials ? 1 : Math.min(1, middle + spread),
  };
}
