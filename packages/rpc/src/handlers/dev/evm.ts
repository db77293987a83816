/** Implements the methods that contract/dev/evm.ts declares. */
import type * as contract from "../../contract/dev/evm.js";
import type { Handler } from "../handler.js";

export const mine: Handler<typeof contract.mine> = async (node, { options = {} }) => {
  const { timestamp, blocks } =
    typeof options === "number" ? { timestamp: options, blocks: 1 } : options;
  await node.controls.mine({ count: blocks ?? 1, timestamp: timestamp ?? undefined });
  return 0n;
};
