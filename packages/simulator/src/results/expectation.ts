/** Checks the expectations of a scenario against its results. */
import type { Scenario } from "../scenario/scenario.js";
import { unusable } from "../scenario/unusable.js";
import type { ExpectationResult, Results } from "./results.js";

/** Returns the `name` or `pool` by which a path names an entry of a list; undefined without one. */
export function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const { name, pool } = entry as { readonly name?: unknown; readonly pool?: unknown };
  const key = name ?? pool;
  return typeof key === "string" ? key : undefined;
}

/**
 * Returns the index of an entry of a list, which is named as by `nameOf`, or by its index;
 * undefined if there is none.
 */
export function positionOf(list: readonly unknown[], key: string): number | undefined {
  const named = list.findIndex((entry) => nameOf(entry) === key);
  if (named >= 0) return named;
  return /^\d+$/.test(key) && Number(key) < list.length ? Number(key) : undefined;
}

/** Follows one step of a path: a member, or an entry of a list. */
function step(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return (value as Readonly<Record<string, unknown>>)[key];
  const position = positionOf(value, key);
  return position === undefined ? undefined : value[position];
}

/** Returns the number or boolean (true is 1) at a path; undefined for anything else. */
export function metricAt(results: object, path: string): number | undefined {
  let found: unknown = results;
  for (const key of path.split(".")) found = step(found, key);
  if (typeof found === "boolean") return found ? 1 : 0;
  return typeof found === "number" ? found : undefined;
}

/**
 * Compares the expectations with the results.
 * @throws {Fault} `unusable-data` for a path that leads to no number.
 */
export function checkExpectations(
  results: Omit<Results, "expectations" | "isAsExpected">,
  expect: Scenario["expect"],
): ExpectationResult[] {
  return Object.entries(expect).map(([metric, range]) => {
    const found = metricAt(results, metric);
    if (found === undefined) throw unusable(`expect.${metric}: the results have no such number`);
    const isNear = "near" in range;
    const min = isNear ? range.near - range.within : range.min;
    const max = isNear ? range.near + range.within : range.max;
    return {
      metric,
      found,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      isMet: (min === undefined || found >= min) && (max === undefined || found <= max),
    };
  });
}
