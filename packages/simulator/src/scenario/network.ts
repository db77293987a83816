/** Defines delays between pools, and partitions. */
import { z } from "zod";
import { hoursMax, listMax } from "../limits.js";
import { seconds } from "./chains.js";
import { poolName } from "./pools.js";

/** A pool's line, or the node that only looks on. */
const place = z.union([poolName, z.literal("observer")]);

const link = z.strictObject({
  between: z
    .tuple([place, place])
    .describe("Two lines of pools, or a line and itself, or a line and observer."),
  latencySeconds: seconds.describe("Seconds a block takes between them, either way."),
  chain: z
    .enum(["bitcoin", "child", "both"])
    .default("both")
    .describe("For blocks of which chain."),
});

const partition = z
  .strictObject({
    fromHours: z.number().min(0).max(hoursMax).describe("When the network falls apart."),
    toHours: z.number().min(0).max(hoursMax).describe("When it is whole again."),
    groups: z
      .array(z.array(place).min(1).max(listMax))
      .min(2)
      .max(20)
      .describe(
        "Who still hears whom. Who is not named belongs to the first. What was found " +
          "meanwhile arrives when the network is whole.",
      ),
  })
  .refine(({ fromHours, toHours }) => fromHours < toHours, "toHours must be after fromHours");

export const network = z.strictObject({
  latencySeconds: seconds
    .default(0)
    .describe("Seconds until everybody else hears of a block, of either chain."),
  jitterSeconds: seconds
    .default(0)
    .describe("Up to this much more for each block and each receiver, drawn evenly."),
  ringHopSeconds: seconds
    .default(0)
    .describe("Pools stand in a ring in the order of the file; a hop along it adds this much."),
  links: z.array(link).max(listMax).default([]).describe("Pairs with a latency of their own."),
  partitions: z.array(partition).max(listMax).default([]).describe("Times of no connection."),
});
export type Network = z.output<typeof network>;
