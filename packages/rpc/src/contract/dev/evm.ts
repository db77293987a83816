/** Declares `evm_mine` in the form of Ganache, Hardhat and anvil. */

import { quantity } from "../codec/wire.js";
import { method } from "../method.js";
import { mineOptions } from "../shape/control.js";

export const mine = method("evm_mine", {
  summary:
    "Mines one block now, or `blocks` of them, with the pending transactions; the first at " +
    "`timestamp` if it is given. Always returns zero.",
  isControl: true,
  params: {
    options: mineOptions
      .optional()
      .describe("Unix seconds of the block, or an object with `timestamp` and `blocks`."),
  },
  result: quantity,
  faults: ["limit"],
  example: { params: [], result: "0x0" },
});
