/** Implements the methods that contract/eth/execute.ts declares. */
import type * as contract from "../../contract/eth/execute.js";
import type { Handler } from "../handler.js";

export const call: Handler<typeof contract.call> = (
  node,
  { call, block, overrides, blockOverrides },
) => node.call(call, block, overrides, blockOverrides);

export const estimateGas: Handler<typeof contract.estimateGas> = (
  node,
  { call, block, overrides, blockOverrides },
) => node.estimateGas(call, block, overrides, blockOverrides);

export const createAccessList: Handler<typeof contract.createAccessList> = async (
  node,
  { call, block, overrides },
) => {
  const found = await node.accessList(call, block, overrides);
  if (found === undefined) return undefined;
  const { accessList, gasUsed, error } = found;
  return {
    accessList: accessList.map(({ address, storageKeys }) => ({
      address,
      storageKeys: [...storageKeys],
    })),
    ...(error === undefined ? {} : { error }),
    gasUsed,
  };
};
