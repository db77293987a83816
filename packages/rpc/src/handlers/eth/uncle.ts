/** Implements the methods that contract/eth/uncle.ts declares. */
import { type BlockRef, hashHeader } from "@tandem/primitives";
import type { ChainApi } from "../../backend/chain-api.js";
import type * as contract from "../../contract/eth/uncle.js";
import { showBlock } from "../../contract/shape/block.js";
import { showUncleHeader } from "../../contract/shape/uncle.js";
import type { Handler } from "../handler.js";

async function uncleAt(node: ChainApi, ref: BlockRef, index: number) {
  const header = (await node.block(ref))?.uncles[index];
  if (header === undefined) return undefined;
  const block = await node.block({ hash: hashHeader(header) });
  return block === undefined ? showUncleHeader(header) : showBlock(block, false);
}

export const getUncleByBlockHashAndIndex: Handler<typeof contract.getUncleByBlockHashAndIndex> = (
  node,
  { hash, index },
) => uncleAt(node, { hash }, index);

export const getUncleByBlockNumberAndIndex: Handler<
  typeof contract.getUncleByBlockNumberAndIndex
> = (node, { block, index }) => uncleAt(node, block, index);
