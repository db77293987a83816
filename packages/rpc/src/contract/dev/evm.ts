/** Declares mining on demand, in the form of Ganache, Hardhat and anvil. */

import * as z from "@tandem/schema";
import { exampleBlock, exampleTransaction } from "../example.js";
import { method } from "../method.js";
import { minedBlock } from "../shape/block.js";
import { mineOptions, zero } from "../shape/control.js";

const options = mineOptions
  .optional()
  .describe("Unix seconds of the block, or an object with `timestamp` and `blocks`.");

export const mine = method("evm_mine", {
  summary:
    "Mines one block now, or `blocks` of them, with the pending transactions; the first one at " +
    "`timestamp` if it is given. Always returns zero, with `--errors hardhat` in decimal digits, as there.",
  isControl: true,
  params: { options },
  result: zero,
  faults: ["limit"],
  example: { params: [], result: "0x0" },
});

export const mineDetailed = method("evm_mine_detailed", {
  summary:
    "Mines as `evm_mine` does, and returns the blocks with their transactions, each with its `output` " +
    "and, if it reverted with a text or a panic, its `revertReason`.",
  aliases: ["anvil_mine_detailed"],
  isControl: true,
  params: { options },
  result: z.array(minedBlock),
  faults: ["limit"],
  example: {
    params: [],
    result: [{ ...exampleBlock, transactions: [{ ...exampleTransaction, output: "0x" }] }],
  },
});
