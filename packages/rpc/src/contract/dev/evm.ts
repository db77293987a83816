/** Declares `evm_mine` in the form of Ganache, Hardhat and anvil. */

import { quantity } from "../codec/wire.js";
import { method } from "../method.js";
import { mineOptions } from "../shape/control.js";

export const mine = method("evm_mine", {
  summary:
    "Makes one block now, or `blocks` of them, with whatever waits in the pool; the first at " +
    "`timestamp`, if it is given. The answer is always zero.",
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
