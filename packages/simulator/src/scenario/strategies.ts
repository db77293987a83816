/** Defines the strategies of pools. */
import * as z from "zod";
import { countMax } from "../limits.js";

const chain = z
  .enum(["bitcoin", "child"])
  .default("bitcoin")
  .describe("The chain it is done on; on the other one the pool is honest.");

const honest = z.strictObject({
  kind: z.literal("honest").describe("Publishes every block at once, mines on the best it knows."),
});

const selfish = z.strictObject({
  kind: z
    .literal("selfish")
    .describe("Withholds blocks and publishes them in response to others' (Eyal and Sirer, SM1)."),
  chain,
  gamma: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe(
      "Share of every other pool's hash power that mines on the selfish branch while two branches " +
        "are equal; 0 leaves it to the block that arrives first. Bitcoin only: the child breaks ties by fees " +
        "and hash.",
    ),
});

const doubleSpend = z.strictObject({
  kind: z
    .literal("double-spend")
    .describe("In each trial: pays a merchant, and privately mines a branch without the payment."),
  chain,
  confirmations: z
    .int()
    .min(1)
    .max(1_000)
    .default(6)
    .describe("Blocks the merchant waits for, the one with the payment included."),
  preminedBlocks: z
    .int()
    .min(0)
    .max(1)
    .default(1)
    .describe("Number of hidden blocks when the payment is sent; Rosenfeld assumes one."),
  giveUpDeficit: z
    .int()
    .min(1)
    .max(10_000)
    .default(40)
    .describe("Blocks behind the public branch at which a trial is given up."),
  waiting: z
    .enum(["blocks", "expected-time"])
    .default("blocks")
    .describe(
      "The merchant's wait: until the blocks are found (Rosenfeld), or exactly as long as they " +
        "take on average (Nakamoto's figure). The second is for Bitcoin without delays.",
    ),
});

const hiddenBranch = z.strictObject({
  kind: z
    .literal("hidden-branch")
    .describe(
      "Mines unpublished child blocks on a private branch. Its Bitcoin blocks are public, and " +
        "their tags reveal the branch.",
    ),
  fromChildBlock: z
    .int()
    .min(1)
    .max(countMax)
    .default(1_000)
    .describe("Height of the first hidden block."),
  blocks: z.int().min(1).max(countMax).default(120).describe("Hidden blocks to mine."),
  isPublished: z
    .boolean()
    .default(false)
    .describe("Whether the branch is published when it is complete, or dropped."),
});

export const strategy = z.discriminatedUnion("kind", [honest, selfish, doubleSpend, hiddenBranch]);
export type Strategy = z.output<typeof strategy>;
export type DoubleSpendStrategy = z.output<typeof doubleSpend>;
export type HiddenBranchStrategy = z.output<typeof hiddenBranch>;
