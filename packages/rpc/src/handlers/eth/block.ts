/** Handlers of contract/eth/block.ts. */
import { type BlockRef, LruMap, toHex } from "@tandem/primitives";
import type * as contract from "../../contract/eth/block.js";
import { block as blockShape, showBlock } from "../../contract/shape/block.js";
import { flat, JsonText, writerOf } from "../../contract/writer.js";
import type { Backend } from "../../server/backend.js";
import { readyTextCharactersMax } from "../../server/limits.js";
import type { Handler } from "../handler.js";

const write = writerOf(blockShape);
type ReadyTexts = LruMap<string, JsonText>;
const readyTexts = new WeakMap<Backend, ReadyTexts>();

function textsOf(node: Backend): ReadyTexts {
  const known = readyTexts.get(node);
  if (known !== undefined) return known;
  const texts: ReadyTexts = new LruMap(readyTextCharactersMax, ({ text }) => text.length);
  readyTexts.set(node, texts);
  return texts;
}

/** A block never changes once it has a hash, and neither does its text. */
async function blockText(
  node: Backend,
  ref: BlockRef,
  isFull: boolean,
): Promise<JsonText | undefined> {
  const block = await node.block(ref);
  if (block === undefined) return undefined;
  if (block.hash === undefined) return new JsonText(write(showBlock(block, isFull)));
  const key = `${toHex(block.hash)} ${isFull}`;
  const texts = textsOf(node);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = new JsonText(flat(write(showBlock(block, isFull))));
  texts.set(key, made);
  return made;
}

export const getBlockByHash: Handler<typeof contract.getBlockByHash> = (node, { hash, full }) =>
  blockText(node, { hash }, full);

export const getBlockByNumber: Handler<typeof contract.getBlockByNumber> = (
  node,
  { block: ref, full },
) => blockText(node, ref, full);

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
