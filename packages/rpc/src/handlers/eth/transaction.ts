/** Handlers of contract/eth/transaction.ts. */
import type { BlockRef } from "@tandem/primitives";
import type * as contract from "../../contract/eth/transaction.js";
import { inclusionIn } from "../../contract/shape/block.js";
import { showReceipt } from "../../contract/shape/receipt.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { Backend } from "../../server/backend.js";
import type { Handler } from "../handler.js";

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
) => (await node.blockReceipts(block))?.map(showReceipt);

export const pendingTransactions: Handler<typeof contract.pendingTransactions> = (node) =>
  node
    .poolContent()
    .pending.map((transaction) => showTransaction({ transaction, inclusion: undefined }));
