/** Declares the fee history, beyond the specification; wallets request it before they send. */
import * as z from "@tandem/schema";
import { blockNumber } from "../codec/block-ref.js";
import { count, quantity } from "../codec/wire.js";
import { feeBlocksMax } from "../limits.js";
import { method } from "../method.js";
import { loose } from "../shape/control.js";

/**
 * The maximum number of percentiles in one request: each costs a pass over every block's transactions.
 */
const percentilesMax = 100;

const percentile = z
  .number("expected percentiles from 0 to 100")
  .min(0, "expected percentiles from 0 to 100")
  .max(100, "expected percentiles from 0 to 100");

const isAscending = (values: readonly number[]) =>
  values.every((value, i) => i === 0 || value >= (values[i - 1] as number));

const percentiles = z
  .array(percentile, "expected an array of percentiles")
  .max(percentilesMax, `expected at most ${percentilesMax} percentiles`)
  .refine(isAscending, "expected ascending percentiles");

const ratio = z.number();

export const feeHistory = method("eth_feeHistory", {
  historical: { kind: "block", param: "newestBlock" },
  summary:
    "Returns minimum gas prices, gas used and priority fees of consecutive blocks, oldest first.",
  params: {
    blockCount: loose.describe(
      `Number of blocks; a number above ${feeBlocksMax} is read as ${feeBlocksMax}.`,
    ),
    newestBlock: blockNumber.describe("Last of the blocks; `pending` is the latest one."),
    rewardPercentiles: percentiles
      .describe("Percentiles of each block's gas at which the priority fee is returned.")
      .prefault([]),
  },
  result: z.object({
    oldestBlock: count,
    baseFeePerGas: z.array(quantity).describe("`minimumGasPrice`; one more, for the next block."),
    gasUsedRatio: z.array(ratio),
    reward: z.array(z.array(quantity)).optional(),
  }),
  faults: ["refused"],
  example: {
    params: ["0x1", "latest", [50]],
    result: {
      oldestBlock: "0x1",
      baseFeePerGas: ["0x3938700", "0x3938700"],
      gasUsedRatio: [0.0007],
      reward: [["0x0"]],
    },
  },
});
