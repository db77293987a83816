/** Handlers of contract/eth/transaction.ts. */
import type { BlockRef, SignedTransaction } from "@tandem/primitives";
import type * as contract from "../../contract/eth/transaction.js";
import { arrayInTurns } from "../../contract/json-collector.js";
import { inclusionIn } from "../../contract/shape/block.js";
import { receipt, showReceipt } from "../../contract/shape/receipt.js";
import { showTransaction, transaction } from "../../contract/shape/transaction.js";
import { writerOf } from "../../contract/writer.js";
import type { Backend, ShownReceipt } from "../../server/backend.js";
import type { Handler } from "../handler.js";

const writeReceipt = writerOf(receipt);
const writeTransaction = writerOf(transaction);

async function transactionAt(node: Backend, ref: BlockRef, index: number) {
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
) => {
  const shown = node.receipt(hash);
  return shown === undefined ? undefined : showReceipt(shown);
};

export const getBlockReceipts: Handler<typeof contract.getBlockReceipts> = async (
  node,
  { block },
  call,
) => {
  const receipts = await node.blockReceipts(block);
  if (receipts === undefined) return undefined;
  const write = (one: ShownReceipt) => writeReceipt(showReceipt(one));
  return arrayInTurns(receipts, write, call.answerCharactersMax);
};

export const pendingTransactions: Handler<typeof contract.pendingTransactions> = (
  node,
  _,
  call,
) => {
  const write = (one: SignedTransaction) =>
    writeTransaction(showTransaction({ transaction: one, inclusion: undefined }));
  return arrayInTurns(node.poolContent().pending, write, call.answerCharactersMax);
};
