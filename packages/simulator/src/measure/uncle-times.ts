/**
 * Correlates the number of uncles that a block lists with its own, the previous and the next
 * interval.
 */
import type { UncleCorrelation } from "../results/results.js";
import { createCorrelation } from "./correlation.js";

export interface UncleTimes {
  /** Adds a main block. @param elapsed the seconds since the block before it. */
  add(elapsed: number, uncles: number): void;
  summary(): UncleCorrelation;
}

export function createUncleTimes(): UncleTimes {
  const own = createCorrelation();
  const previous = createCorrelation();
  const next = createCorrelation();
  let last: { readonly elapsed: number; readonly uncles: number } | undefined;
  return {
    add(elapsed, uncles) {
      own.add(elapsed, uncles);
      if (last !== undefined) {
        previous.add(last.elapsed, uncles);
        next.add(elapsed, last.uncles);
      }
      last = { elapsed, uncles };
    },
    summary: () => ({
      own: own.coefficient,
      previous: previous.coefficient,
      next: next.coefficient,
    }),
  };
}
