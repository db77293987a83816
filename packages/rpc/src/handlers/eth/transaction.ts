/** Implements the methods that contract/eth/transaction.ts declares. */
import type { BlockRef } from "@tandem/primitives";
import { JsonCollector } from "../../contract/codec/json-collector.js";
import { type JsonBytes, type JsonText, writerOf } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/eth/transaction.js";
import { inclusionIn } from "../../contract/shape/block.js";
import { log } from "../../contract/shape/log.js";
import { logsOfReceipt, receipt, showReceipt } from "../../contract/shape/receipt.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { ChainApi, ShownReceipt } from "../../server/backend/chain-api.js";
import type { Handler } from "../handler.js";

/** The number of a receipt's logs that are written without a yield. */
const logsAtOnceMax = 256;

const writeLog = writerOf(log);
const writeReceipt = writerOf(receipt);

async function transactionAt(node: ChainApi, ref: BlockRef, index: number) {
  const block = await node.block(ref);
  const transaction = block?.transactions[index];
  if (block === undefined || transaction === undefined) return undefined;
  return showTransaction({ transaction, inclusion: inclusionIn(block, index) });
}

export const getTransactionByHash: Handler<typeof contract.getTransactionByHash> = (
  node,
  { hash },
) => {
  const shown = node.transaction(hash);
  return shown === undefined ? undefined : showTransaction(shown);
};

export const getTransactionByBlockHashAndIndex: Handler<
  typeof contract.getTransactionByBlockHashAndIndex
> = (node, { hash, index }) => transactionAt(node, { hash }, index);

export const getTransactionByBlockNumberAndIndex: Handler<
  typeof contract.getTransactionByBlockNumberAndIndex
> = (node, { block, index }) => transactionAt(node, block, index);

export const getTransactionReceipt: Handler<typeof contract.getTransactionReceipt> = (
  node,
  { hash },
  call,
) => {
  const shown = node.receipt(hash);
  if (shown === undefined) return undefined;
  if (shown.receipt.logs.length <= logsAtOnceMax) return showReceipt(shown);
  return receiptInSlices(shown, call.answerCharactersMax);
};

async function receiptInSlices(shown: ShownReceipt, max: number): Promise<JsonText | JsonBytes> {
  const text = new JsonCollector(max);
  await addReceipt(text, shown);
  return text.finish();
}

const addReceipt = (text: JsonCollector, shown: ShownReceipt): Promise<void> =>
  text.addWithList(writeReceipt(showReceipt(shown, [])), "logs", logsOfReceipt(shown), writeLog);

export const getBlockReceipts: Handler<typeof contract.getBlockReceipts> = async (
  node,
  { block },
  call,
) => {
  const receipts = await node.blockReceipts(block);
  if (receipts === undefined) return undefined;
  const text = new JsonCollector(call.answerCharactersMax);
  text.add("[");
  await text.addList(receipts, (one) =>
    one.receipt.logs.length > logsAtOnceMax
      ? addReceipt(text, one)
      : writeReceipt(showReceipt(one)),
  );
  text.add("]");
  return text.finish();
};
