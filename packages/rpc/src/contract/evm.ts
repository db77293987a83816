/** Development controls, by the names other development nodes gave them. */
import { method } from "./method.js";
import { quantity } from "./wire.js";

export const mine = method("evm_mine", {
  summary: "Makes one block now, with whatever waits in the pool. The answer is always zero.",
  params: {},
  result: quantity,
  example: { params: [], result: "0x0" },
});
