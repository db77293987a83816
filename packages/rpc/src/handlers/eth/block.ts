/** Implements the methods that contract/eth/block.ts declares. */

import { type BlockRef, toHex } from "@tandem/primitives";
import { LruMap, onceFor } from "@tandem/runtime";
import type { ChainApi, ShownBlock } from "../../backend/chain-api.js";
import { answerFormOf } from "../../contract/answer-form.js";
import { JsonCollector } from "../../contract/codec/json-collector.js";
import { hash32 } from "../../contract/codec/wire.js";
import { flat, writerOf } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/eth/block.js";
import {
  block as blockShape,
  inclusionIn,
  placedBlock,
  showBlock,
  showHeader,
} from "../../contract/shape/block.js";
import { showTransaction, transaction } from "../../contract/shape/transaction.js";
import { readyTextCharactersMax } from "../../limits.js";
import { type JsonBytes, JsonText } from "../../written-json.js";
import type { Call, Handler } from "../handler.js";

const writeBlock = writerOf(blockShape);
const writeHash = writerOf(hash32);
const writeTransaction = writerOf(transaction);
type BlockText = JsonText | JsonBytes;
/** Returns the texts of a node's blocks that were written. */
const textsOf = onceFor(
  (_: ChainApi) => new LruMap<string, BlockText>(readyTextCharactersMax, lengthOf),
);

const lengthOf = (text: BlockText) => (text instanceof JsonText ? text.text : text).length;

/**
 * The number of transactions that are written before the first reading of the clock: less than a
 * millisecond.
 */
const transactionsBeforeYield = 64;

async function write(given: ShownBlock, isFull: boolean, call: Call): Promise<BlockText> {
  const form = answerFormOf(call);
  const shown = placedBlock(given, form);
  const { transactions } = shown;
  if (transactions.length <= transactionsBeforeYield) {
    return new JsonText(flat(writeBlock(showBlock(shown, isFull, form))));
  }
  const text = new JsonCollector(call);
  const alone = writeBlock({ ...showBlock(shown, false, form), transactions: [] });
  await text.addWithList(alone, "transactions", transactions.keys(), (index) => {
    const one = transactions[index] as ShownBlock["transactions"][number];
    if (!isFull) return writeHash(one.hash);
    return writeTransaction(
      showTransaction({ transaction: one, inclusion: inclusionIn(shown, index) }, form),
    );
  });
  return text.finish();
}

/** Writes a block and caches its text: a block with a hash never changes. */
async function blockText(
  node: ChainApi,
  ref: BlockRef,
  isFull: boolean,
  call: Call,
): Promise<BlockText | undefined> {
  const block = await node.block(ref);
  if (block === undefined) return undefined;
  if (block.hash === undefined) return write(block, isFull, call);
  const key = `${toHex(block.hash)} ${isFull}`;
  const texts = textsOf(node);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const made = await write(block, isFull, call);
  texts.set(key, made);
  return made;
}

export const getBlockByHash: Handler<typeof contract.getBlockByHash> = (
  node,
  { hash, full },
  call,
) => blockText(node, { hash }, full, call);

export const getBlockByNumber: Handler<typeof contract.getBlockByNumber> = (
  node,
  { block: ref, full },
  call,
) => blockText(node, ref, full, call);

async function headerAt(node: ChainApi, ref: BlockRef, call: Call) {
  const block = await node.block(ref);
  return block && showHeader(block, answerFormOf(call));
}

export const getHeaderByHash: Handler<typeof contract.getHeaderByHash> = (node, { hash }, call) =>
  headerAt(node, { hash }, call);

export const getHeaderByNumber: Handler<typeof contract.getHeaderByNumber> = (
  node,
  { block },
  call,
) => headerAt(node, block, call);

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
