/** Handlers of contract/evm.ts. */
import type * as contract from "../contract/evm.js";
import type { Handler } from "./handler.js";

export const mine: Handler<typeof contract.mine> = async (node) => {
  await node.mine();
  return 0n;
};
