/** Handlers of contract/eth/state.ts. */
import type * as contract from "../../contract/eth/state.js";
import type { Handler } from "../handler.js";

export const getBalance: Handler<typeof contract.getBalance> = async (node, { address, block }) =>
  (await node.stateAt(block))?.balanceOf(address);

export const getCode: Handler<typeof contract.getCode> = async (node, { address, block }) =>
  (await node.stateAt(block))?.codeOf(address);

export const getStorageAt: Handler<typeof contract.getStorageAt> = async (
  node,
  { address, position, block },
) => (await node.stateAt(block))?.storageAt(address, position);

export const getTransactionCount: Handler<typeof contract.getTransactionCount> = (
  node,
  { address, block },
) => node.transactionCount(address, block);
