/** Implements the methods that contract/dev/tandem.ts declares. */
import type * as contract from "../../contract/dev/tandem.js";
import type { Handler } from "../handler.js";

export const mineUncle: Handler<typeof contract.mineUncle> = (node, { uncle }) =>
  node.mineUncle(uncle.depth ?? 0);

export const mineBranch: Handler<typeof contract.mineBranch> = async (node, { branch }) => {
  const { hashes, isHead } = await node.mineBranch(branch);
  return { hashes: [...hashes], head: isHead };
};

export const extend: Handler<typeof contract.extend> = (node, { block }) => node.extend(block);

export const tip: Handler<typeof contract.tip> = (node) => node.tip();
