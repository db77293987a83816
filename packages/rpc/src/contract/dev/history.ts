/**
 * Declares methods that change the history. Subscribers see each change as a reorg: logs of removed
 * blocks again with `removed`, and returned transactions as pending. Removed blocks can still be read
 * by their hash.
 */
import { z } from "zod";
import { anyCount, flag, quantity } from "../codec/wire.js";
import { exampleRawTransaction } from "../example.js";
import { method } from "../method.js";
import { anyAmount, done, nothing, placedTransaction, resetOptions } from "../shape/control.js";

const isControl = true;

/** The maximum number of blocks that one reorg replaces. */
const depthMax = 256;
/** The maximum number of transactions in one reorg. */
const placedMax = 10_000;

export const snapshot = method("evm_snapshot", {
  summary:
    "Remembers the chain as it is: head, edits of the state, pool, clock, how it mines. Answers the " +
    "number to go back by. Snapshots outlive the node where it has a data directory.",
  isControl,
  aliases: ["anvil_snapshot"],
  params: {},
  result: quantity,
  faults: ["limit"],
  example: { params: [], result: "0x1" },
});

export const revert = method("evm_revert", {
  summary:
    "Goes back to a snapshot, which is then gone, and all later ones too. The clock reads what it " +
    "read. Answers false for a number that is not known.",
  isControl,
  aliases: ["anvil_revert"],
  params: { snapshot: anyAmount.describe("Number of a snapshot.") },
  result: flag,
  example: { params: ["0x1"], result: true },
});

export const reset = method("hardhat_reset", {
  summary:
    "Goes back to the genesis block, with an empty pool, no snapshots, and clock and mining as the " +
    "node was started.",
  isControl,
  aliases: ["anvil_reset"],
  aliasResults: { anvil_reset: nothing },
  params: {
    options: resetOptions
      .optional()
      .describe(
        "`forking` with the `jsonRpcUrl` and `blockNumber` the node forks already, or nothing.",
      ),
  },
  result: done,
  faults: ["params"],
  example: { params: [], result: true },
});

export const rollback = method("anvil_rollback", {
  summary: "Takes the newest blocks off the chain. What was in them waits in the pool again.",
  isControl,
  params: { depth: anyCount.default(1).describe("Blocks; one when left out.") },
  result: nothing,
  faults: ["params"],
  example: { params: [3], result: null },
});

export const reorg = method("anvil_reorg", {
  summary:
    `Puts as many other blocks in the place of the newest ones, at most ${depthMax}, with these ` +
    "transactions and no others. What was in the old ones waits in the pool for the next block.",
  isControl,
  params: {
    depth: anyCount
      .refine((depth) => depth <= depthMax, `expected a depth of at most ${depthMax}`)
      .describe("Blocks to replace."),
    transactions: z
      .array(placedTransaction, "expected an array of pairs")
      .max(placedMax, `expected at most ${placedMax} pairs`)
      .default([])
      .describe("Pairs of a raw transaction and the number of its block, the first being 0."),
  },
  result: nothing,
  faults: ["params"],
  example: { params: [2, [[exampleRawTransaction, 0]]], result: null },
});
