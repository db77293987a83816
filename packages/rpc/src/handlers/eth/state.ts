/** Implements the methods that contract/eth/state.ts declares. */
import { type BlockRef, type StateReader, toHex, whenLoaded } from "@tandem/primitives";
import type { StateApi } from "../../backend/state-api.js";
import type * as contract from "../../contract/eth/state.js";
import type { Handler } from "../handler.js";

/** Reads synchronously if the state is available: a promise would cost as much as the read. */
function readAt<Value>(
  node: StateApi,
  ref: BlockRef,
  read: (state: StateReader) => Value,
): Promise<Value | undefined> | Value | undefined {
  const state = node.stateAt(ref);
  if (state instanceof Promise) return state.then((found) => found && read(found));
  return state && read(state);
}

export const getBalance: Handler<typeof contract.getBalance> = (node, { address, block }) =>
  readAt(node, block, (state) => state.balanceOf(address));

export const getCode: Handler<typeof contract.getCode> = (node, { address, block }) =>
  readAt(node, block, (state) => state.codeOf(address));

export const getStorageAt: Handler<typeof contract.getStorageAt> = (
  node,
  { address, position, block },
) => readAt(node, block, (state) => state.storageAt(address, position));

export const getStorageValues: Handler<typeof contract.getStorageValues> = async (
  node,
  { requests, block },
) => {
  const state = await node.stateAt(block);
  if (state === undefined) return undefined;
  // Each slot is loaded by itself on a forked chain: repeating the whole for each would read their square.
  const read = requests.map(async ([account, slots]) => {
    const values = slots.map((slot) => whenLoaded(() => state.storageAt(account, slot)));
    return [toHex(account), await Promise.all(values)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
};

export const getTransactionCount: Handler<typeof contract.getTransactionCount> = (
  node,
  { address, block },
) => node.transactionCount(address, block);

export const getAccountInfo: Handler<typeof contract.getAccountInfo> = (node, { address, block }) =>
  readAt(node, block, (state) => ({
    balance: state.balanceOf(address),
    nonce: state.nonceOf(address),
    code: state.codeOf(address),
  }));
