/** Defines a scenario's expectations: a metric and its permitted range. */
import * as z from "zod";
import { listMax } from "../limits.js";

const finite = z.number();

const range = z.union(
  [
    z
      .strictObject({
        min: finite.optional().describe("The least it may be."),
        max: finite.optional().describe("The most it may be."),
      })
      .refine(({ min, max }) => min !== undefined || max !== undefined, "state min, max or both")
      .refine(({ min, max }) => min === undefined || max === undefined || min <= max, "min > max"),
    z.strictObject({
      near: finite.describe("What it should be."),
      within: finite.min(0).describe("How far from that it may be."),
    }),
  ],
  { error: "expected { min, max } with one of them at least, or { near, within }" },
);
export type Range = z.output<typeof range>;

/** Accepts the path of a number in the results. */
export const metricPath = z
  .string()
  .regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/, "expected a path with dots");

/**
 * Returns whether the expectations of a parsed file have a key that a zod record omits without an
 * issue, which a strict object reports.
 */
export const hasOmittedKey = (given: unknown): boolean =>
  typeof given === "object" && given !== null && Object.hasOwn(given, "__proto__");

/** The permitted ranges by the path of a number in the results: `child.unclesPerBlock`, `pools.north.bitcoin.mainShare`. */
export const expectations = z
  .record(metricPath, range)
  .refine((entries) => Object.keys(entries).length <= listMax, `at most ${listMax} entries`);
