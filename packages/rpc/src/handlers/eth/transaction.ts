/** Implements the methods that contract/eth/transaction.ts declares. */
import type { BlockRef, TxHash } from "@tandem/primitives";
import { JsonCollector } from "../../contract/codec/json-collector.js";
import type * as contract from "../../contract/eth/transaction.js";
import { inclusionIn } from "../../contract/shape/block.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { ChainApi } from "../../server/backend/chain-api.js";
import type { Handler } from "../handler.js";
import { addReceipt, onceLoaded, receiptResult } from "../receipt.js";

async function transactionAt(node: ChainApi, ref: BlockRef, index: number) {
  const block = await node.block(ref);
  const transaction = block?.transactions[index];
  if (block === undefined || transaction === undefined) return undefined;
  return showTransaction({ transaction, inclusion: inclusionIn(block, index) });
}

const transactionOf = (given: ChainApi, hash: TxHash) =>
  onceLoaded(given, hash, (node) => {
    const shown = node.transaction(hash);
    return shown === undefined ? undefined : showTransaction(shown);
  });

export const getTransactionByHash: Handler<typeof contract.getTransactionByHash> = (
  node,
  { hash },
) => transactionOf(node, hash);

export const getTransactionBySenderAndNonce: Handler<
  typeof contract.getTransactionBySenderAndNonce
> = async (node, { sender, nonce }) => {
  const pooled = async () =>
    (await node.pooledOf(sender)).find(({ fields }) => fields.nonce === nonce);
  const before = await pooled();
  const hash = before === undefined ? await node.transactionOf(sender, nonce) : undefined;
  if (hash !== undefined) return transactionOf(node, hash);
  // A reorg may have returned it to the pool meanwhile.
  const transaction = before ?? (await pooled());
  return transaction && showTransaction({ transaction, inclusion: undefined });
};

export const getTransactionByBlockHashAndIndex: Handler<
  typeof contract.getTransactionByBlockHashAndIndex
> = (node, { hash, index }) => transactionAt(node, { hash }, index);

export const getTransactionByBlockNumberAndIndex: Handler<
  typeof contract.getTransactionByBlockNumberAndIndex
> = (node, { block, index }) => transactionAt(node, block, index);

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
  if (receipts === undefined) return undefined;
  const text = new JsonCollector(call);
  text.add("[");
  await text.addList(receipts, (one) => addReceipt(text, one));
  text.add("]");
  return text.finish();
};
