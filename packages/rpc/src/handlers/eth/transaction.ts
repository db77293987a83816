/** Implements the methods that contract/eth/transaction.ts declares. */
import type { BlockRef, TxHash } from "@tandem/primitives";
import type { ChainApi } from "../../backend/chain-api.js";
import { type AnswerForm, answerFormOf } from "../../contract/answer-form.js";
import { collectArray } from "../../contract/codec/json-collector.js";
import type * as contract from "../../contract/eth/transaction.js";
import { inclusionIn, placedBlock } from "../../contract/shape/block.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { Handler } from "../handler.js";
import { addReceipt, onceLoaded, receiptResult } from "../receipt.js";

async function transactionAt(node: ChainApi, ref: BlockRef, index: number, form: AnswerForm) {
  const block = await node.block(ref);
  const transaction = block?.transactions[index];
  if (block === undefined || transaction === undefined) return undefined;
  const inclusion = inclusionIn(placedBlock(block, form), index);
  return showTransaction({ transaction, inclusion }, form);
}

const transactionOf = (given: ChainApi, hash: TxHash, form: AnswerForm) =>
  onceLoaded(given, hash, (node) => {
    const shown = node.transaction(hash);
    return shown === undefined ? undefined : showTransaction(shown, form);
  });

export const getTransactionByHash: Handler<typeof contract.getTransactionByHash> = (
  node,
  { hash },
  call,
) => transactionOf(node, hash, answerFormOf(call));

export const getTransactionBySenderAndNonce: Handler<
  typeof contract.getTransactionBySenderAndNonce
> = async (node, { sender, nonce }, call) => {
  const form = answerFormOf(call);
  const pooled = async () =>
    (await node.pooledOf(sender)).find(({ fields }) => fields.nonce === nonce);
  const before = await pooled();
  const hash = before === undefined ? await node.transactionOf(sender, nonce) : undefined;
  if (hash !== undefined) return transactionOf(node, hash, form);
  // A reorg may have returned it to the pool meanwhile.
  const transaction = before ?? (await pooled());
  return transaction && showTransaction({ transaction, inclusion: undefined }, form);
};

export const getTransactionByBlockHashAndIndex: Handler<
  typeof contract.getTransactionByBlockHashAndIndex
> = (node, { hash, index }, call) => transactionAt(node, { hash }, index, answerFormOf(call));

export const getTransactionByBlockNumberAndIndex: Handler<
  typeof contract.getTransactionByBlockNumberAndIndex
> = (node, { block, index }, call) => transactionAt(node, block, index, answerFormOf(call));

export const getRawTransactionByHash: Handler<typeof contract.getRawTransactionByHash> = (
  given,
  { hash },
) => onceLoaded(given, hash, (node) => node.transaction(hash)?.transaction.raw);

export const getRawTransactionByBlockHashAndIndex: Handler<
  typeof contract.getRawTransactionByBlockHashAndIndex
> = async (node, { hash, index }) => (await node.block({ hash }))?.transactions[index]?.raw;

export const getRawTransactionByBlockNumberAndIndex: Handler<
  typeof contract.getRawTransactionByBlockNumberAndIndex
> = async (node, { block, index }) => (await node.block(block))?.transactions[index]?.raw;

export const getTransactionReceipt: Handler<typeof contract.getTransactionReceipt> = (
  node,
  { hash },
  call,
) => {
  const answer = () => {
    const shown = node.receipt(hash);
    return shown && receiptResult(shown, call);
  };
  const loading = node.loadTransaction(hash);
  return loading === undefined ? answer() : loading.then(async () => answer());
};

export const getBlockReceipts: Handler<typeof contract.getBlockReceipts> = async (
  node,
  { block },
  call,
) => {
  const receipts = await node.blockReceipts(block);
  return (
    receipts &&
    collectArray(receipts, (one, text) => addReceipt(one, text, answerFormOf(call)), call)
  );
};
