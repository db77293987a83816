/** Quantifies hash power, lists its changes over time, and sums it up. */
import { hoursMax } from "../limits.js";
import type { PoolGroup } from "./pools.js";
import type { Scenario } from "./scenario.js";

/** The hashes per second of all pools together while all of them mine. */
export const hashesPerSecond = 1e12;

export interface PowerChange {
  /** Virtual seconds. */
  readonly at: number;
  readonly group: number;
  readonly isActive: boolean;
}

/**
 * Returns the changes of hash power in order of time; pools that do not mine from the beginning are
 * switched off at 0.
 */
export function powerChangesOf({ pools, stop }: Scenario): PowerChange[] {
  const end = (stop.hours ?? Number.POSITIVE_INFINITY) * 3600;
  return pools
    .flatMap(({ active }, group): PowerChange[] => {
      const from = active.fromHours * 3600;
      const off = from > 0 ? [{ at: 0, group, isActive: false }] : [];
      return [
        ...off,
        ...(from > 0 ? [{ at: from, group, isActive: true }] : []),
        // A world that ends with a number of blocks may last longer than the highest number of hours.
        ...(active.toHours < hoursMax
          ? [{ at: active.toHours * 3600, group, isActive: false }]
          : []),
      ];
    })
    .filter(({ at }) => at < end)
    .sort((a, b) => a.at - b.at);
}

/**
 * Returns the part of a period in which a pool mines, 0 to 1; 0 of an empty period.
 * @param from virtual seconds.
 * @param until virtual seconds.
 */
export function activePartOf({ active }: PoolGroup, from: number, until: number): number {
  const end = active.toHours < hoursMax ? active.toHours * 3600 : Number.POSITIVE_INFINITY;
  const seconds = Math.min(end, until) - Math.max(active.fromHours * 3600, from);
  return seconds > 0 ? seconds / (until - from) : 0;
}
