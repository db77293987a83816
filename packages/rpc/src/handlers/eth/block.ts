/** Handlers of contract/eth/block.ts. */
import type * as contract from "../../contract/eth/block.js";
import { showBlock } from "../../contract/shape/block.js";
import type { Handler } from "../handler.js";

export const getBlockByHash: Handler<typeof contract.getBlockByHash> = async (
  node,
  { hash, full },
) => {
  const block = await node.block({ hash });
  return block === undefined ? undefined : showBlock(block, full);
};

export const getBlockByNumber: Handler<typeof contract.getBlockByNumber> = async (
  node,
  { block: ref, full },
) => {
  const block = await node.block(ref);
  return block === undefined ? undefined : showBlock(block, full);
};

export const getBlockTransactionCountByHash: Handler<
  typeof contract.getBlockTransactionCountByHash
> = async (node, { hash }) => (await node.block({ hash }))?.transactions.length;

export const getBlockTransactionCountByNumber: Handler<
  typeof contract.getBlockTransactionCountByNumber
> = async (node, { block }) => (await node.block(block))?.transactions.length;

export const getUncleCountByBlockHash: Handler<typeof contract.getUncleCountByBlockHash> = async (
  node,
  { hash },
) => (await node.block({ hash }))?.uncles.length;

export const getUncleCountByBlockNumber: Handler<
  typeof contract.getUncleCountByBlockNumber
> = async (node, { block }) => (await node.block(block))?.uncles.length;
