/** Implements the methods that contract/eth/execute.ts declares. */
import type * as contract from "../../contract/eth/execute.js";
import type { Handler } from "../handler.js";
import { assertNoEmptyCreation } from "./empty-creation.js";

export const call: Handler<typeof contract.call> = (
  node,
  { call: request, block, overrides, blockOverrides },
  call,
) => {
  assertNoEmptyCreation(request, call);
  return node.call(request, block, overrides, blockOverrides, call);
};

export const estimateGas: Handler<typeof contract.estimateGas> = (
  node,
  { call: request, block, overrides, blockOverrides },
  call,
) => {
  assertNoEmptyCreation(request, call);
  return node.estimateGas(request, block, overrides, blockOverrides, call);
};

export const createAccessList: Handler<typeof contract.createAccessList> = async (
  node,
  { call: request, block, overrides },
  call,
) => {
  const found = await node.accessList(request, block, overrides, call);
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
