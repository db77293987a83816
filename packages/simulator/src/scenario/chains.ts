/** Defines the two chains of a scenario, and the fees of the child's blocks. */
import * as z from "zod";
import { countMax, intervalSecondsMin, secondsMax } from "../limits.js";

export const seconds = z.number().min(0).max(secondsMax);
const interval = z.number().min(intervalSecondsMin).max(secondsMax);

/**
 * Defines Bitcoin: most work wins, among equals the first seen, and a retarget every 2,016 blocks.
 */
export const bitcoinChain = z.strictObject({
  blockSeconds: interval
    .default(600)
    .describe("Mean seconds between blocks while the difficulty fits the hash power."),
  isRetargeting: z
    .boolean()
    .default(true)
    .describe("Whether the difficulty follows the pace every 2,016 blocks, or stays."),
  latencySeconds: seconds
    .optional()
    .describe("Seconds until another pool receives a Bitcoin block; else network.latencySeconds."),
});

/**
 * Defines the wei in a block of the child. Blocks have no transactions, only the fees that they
 * would pay.
 */
export const fees = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("constant").describe("Every block pays the same."),
    amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe("Wei a block pays."),
  }),
  z.strictObject({
    kind: z.literal("exponential").describe("The fees of a block are drawn for each template."),
    mean: z.int().min(0).max(1e15).describe("Mean wei a block pays."),
  }),
]);
export type Fees = z.output<typeof fees>;

/** Defines the merge-mined chain, which the node's consensus code runs. */
export const childChain = z.strictObject({
  blockSeconds: z
    .int()
    .min(1)
    .max(3_600)
    .default(14)
    .describe("Seconds the difficulty rule aims at, as the median between blocks."),
  difficultyDivisor: z
    .int()
    .min(2)
    .max(countMax)
    .default(400)
    .describe("A block moves the difficulty by one part in this."),
  startIntervalSeconds: interval
    .optional()
    .describe(
      "Mean interval the first difficulty stands for at the merge-mining hash power of the " +
        "start; else blockSeconds / ln 2, where the rule comes to rest without uncles.",
    ),
  timestamps: z
    .enum(["template", "found"])
    .default("template")
    .describe(
      "A block's time: when the node made the template, as on the public network; or the second " +
        "it is found, as if templates were renewed without pause.",
    ),
  rebuildSeconds: seconds
    .refine((value) => value === 0 || value >= 1, "expected 0 or at least 1")
    .default(60)
    .describe(
      "A node renews the time of its work after this long on one head; 0 is never, so that the " +
        "child stops for good after five minutes without a block.",
    ),
  listsUncles: z.boolean().default(true).describe("Whether pools list the uncles they know."),
  fees: fees.default({ kind: "constant", amount: 1_000_000 }).describe("The fees of blocks."),
  rewards: z
    .enum(["miner", "remasc"])
    .default("miner")
    .describe(
      "The receivers of fees: the block's miner, or miner, siblings and publishers by the " +
        "public network's reward contract.",
    ),
  latencySeconds: seconds
    .optional()
    .describe("Seconds until another pool receives a child block; else network.latencySeconds."),
});
export type ChildChain = z.output<typeof childChain>;
