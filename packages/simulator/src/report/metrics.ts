/** Lists the paths that `expect` can name: every number and boolean of the results. */
import { nameOf } from "../results/expectation.js";

/**
 * Returns the paths in the order of the results: `child.unclesPerBlock`,
 * `pools.north.bitcoin.mainShare`. Entries of a list are named by their `name` or `pool`; lists of
 * plain numbers are omitted, as their length varies.
 */
export function metricPaths(results: object): string[] {
  return walk(results, []);
}

function walk(value: unknown, path: readonly string[]): string[] {
  if (typeof value === "number" || typeof value === "boolean") return [path.join(".")];
  if (Array.isArray(value)) {
    return value.flatMap((entry) => {
      const key = nameOf(entry);
      return key === undefined ? [] : walk(entry, [...path, key]);
    });
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => walk(inner, [...path, key]));
}
