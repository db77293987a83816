/**
 * Defines pools: hash power, how they get work from their node, when they mine, and their strategy.
 */
import * as z from "zod";
import { hoursMax, intervalSecondsMin, poolsMax } from "../limits.js";
import { seconds } from "./chains.js";
import { strategy } from "./strategies.js";

/** Defines names that can be part of a path such as `pools.north.child.revenueShare`. */
export const poolName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "expected lower-case letters, digits and hyphens")
  .refine((name) => name !== "observer", "observer is the node that does not mine");

/** Seconds of a repeated action: 0 for none, or long enough to simulate. */
const period = seconds.refine(
  (value) => value === 0 || value >= intervalSecondsMin,
  `expected 0 or at least ${intervalSecondsMin}`,
);

/** Describes how a pool turns its child node's work into jobs for its miners. */
export const work = z.strictObject({
  pollSeconds: period
    .default(2)
    .describe("Seconds between polls of its node for child work; 0 is notified at once."),
  refreshSeconds: period
    .default(30)
    .describe(
      "Seconds after which miners get a new job anyway; 0 is only with a new Bitcoin block.",
    ),
  notify: z
    .literal([0, 1, 2])
    .default(1)
    .describe(
      "New child work reaches miners: 0 with the next job for another reason, 1 at once, in a job " +
        "they begin when they are done with theirs, 2 at once, dropping theirs.",
    ),
  switchSeconds: seconds
    .default(0)
    .describe(
      "Seconds over which hash power moves, evenly, to a job that does not drop the one before.",
    ),
});
export type WorkPolicy = z.output<typeof work>;

const hours = z.number().min(0).max(hoursMax);

export const pool = z.strictObject({
  name: poolName.describe("The name of the group in the results."),
  share: z
    .number()
    .min(0)
    .max(1)
    .describe("Share of Bitcoin's hash power; of all `count` pools of the group together."),
  count: z
    .int()
    .min(1)
    .max(poolsMax)
    .default(1)
    .describe("Number of equal pools of this group, each with its own node."),
  mergeMining: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Part of its hash power that mines the child as well, where there is one."),
  work: work.prefault({}).describe("How it gets child work from its node."),
  active: z
    .strictObject({
      fromHours: hours.default(0).describe("When it begins to mine."),
      toHours: hours.default(hoursMax).describe("When it stops; at the maximum, never."),
    })
    .prefault({})
    .refine(({ fromHours, toHours }) => fromHours < toHours, "toHours must be after fromHours")
    .describe("When it mines; its node receives blocks all the time."),
  strategy: strategy.default({ kind: "honest" }).describe("The strategy for its blocks."),
});
export type PoolGroup = z.output<typeof pool>;
