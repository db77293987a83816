/**
 * Declares the parts of `results.json` that the charts need; a reader of that file validates it by
 * this.
 */
import * as z from "zod";
import { listMax } from "../limits.js";

const list = <T extends z.ZodType>(entry: T) => z.array(entry).max(listMax).readonly();

const point = z.object({
  blocks: z.number().positive(),
  hours: z.number(),
  difficulty: z.number(),
  intervalSeconds: z.number(),
  stalePerBlock: z.number(),
});

const chain = z.object({
  main: z.number(),
  stale: z.number(),
  intervalSeconds: z.object({ mean: z.number(), median: z.number() }),
  reorgs: z.object({ count: z.number(), deepest: z.number(), byDepth: list(z.number()) }),
  difficulty: z.object({ first: z.number(), last: z.number() }),
  series: list(point),
});

const pool = z.object({
  name: z.string(),
  count: z.number(),
  hashShare: z.number(),
  bitcoin: z.object({ mainShare: z.number() }),
  child: z
    .object({ hashShare: z.number(), mainShare: z.number(), revenueShare: z.number() })
    .optional(),
});

const expectation = z.object({
  metric: z.string(),
  found: z.number(),
  min: z.number().optional(),
  max: z.number().optional(),
  isMet: z.boolean(),
});

export const chartedResults = z.object({
  about: z.string(),
  seed: z.number(),
  hours: z.number(),
  bitcoin: chain,
  child: chain.extend({ unclesPerBlock: z.number() }).optional(),
  pools: list(pool),
  expectations: list(expectation),
});

export type ChartedResults = z.infer<typeof chartedResults>;
export type ChartedChain = z.infer<typeof chain>;
export type ChartedPool = z.infer<typeof pool>;
export type ChartedExpectation = z.infer<typeof expectation>;
