/** Handlers of contract/state-dump.ts. */
import type * as contract from "../contract/state-dump.js";
import type { Handler } from "./handler.js";

export const dumpState: Handler<typeof contract.dumpState> = (node) => node.dumpState();

export const loadState: Handler<typeof contract.loadState> = async (node, { state }) => {
  await node.loadState(state);
  return true;
};
