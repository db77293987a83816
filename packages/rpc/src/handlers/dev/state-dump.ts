/** Implements the methods that contract/dev/state-dump.ts declares. */
import type * as contract from "../../contract/dev/state-dump.js";
import type { Handler } from "../handler.js";

export const dumpState: Handler<typeof contract.dumpState> = (node) => node.dumpState();

export const loadState: Handler<typeof contract.loadState> = async (node, { state }) => {
  await node.loadState(state);
  return true;
};
