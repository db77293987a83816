/** Defines delays between pools, and partitions. */
import * as z from "zod";
import { hoursMax, listMax } from "../limits.js";
import { seconds } from "./chains.js";
import { poolName } from "./pools.js";

/** The name of a group of pools, or of the observer, which does not mine. */
const place = z.union([poolName, z.literal("observer")]);

const link = z.strictObject({
  between: z
    .tuple([place, place])
    .describe("Two groups of pools, or a group and itself, or a group and observer."),
  latencySeconds: seconds.describe("Seconds a block takes between them, either way."),
  chain: z
    .enum(["bitcoin", "child", "both"])
    .default("both")
    .describe("The chain whose blocks are delayed."),
});

const partition = z
  .strictObject({
    fromHours: z.number().min(0).max(hoursMax).describe("When the network is partitioned."),
    toHours: z.number().min(0).max(hoursMax).describe("When the partition ends."),
    groups: z
      .array(z.array(place).min(1).max(listMax))
      .min(2)
      .max(20)
      .describe(
        "The parts of the network. A pool that is not named belongs to the first one. " +
          "Blocks found meanwhile arrive when the partition ends.",
      ),
  })
  .refine(({ fromHours, toHours }) => fromHours < toHours, "toHours must be after fromHours");

export const network = z.strictObject({
  latencySeconds: seconds
    .default(0)
    .describe("Seconds until all other nodes receive a block of either chain."),
  jitterSeconds: seconds
    .default(0)
    .describe("Maximum of the additional seconds for each block and receiver, drawn uniformly."),
  ringHopSeconds: seconds
    .default(0)
    .describe("Pools form a ring in the order of the file; each hop along it adds these seconds."),
  links: z.array(link).max(listMax).default([]).describe("Pairs with their own latency."),
  partitions: z
    .array(partition)
    .max(listMax)
    .default([])
    .describe("Times at which parts of the network are not connected."),
});
export type Network = z.output<typeof network>;
