/** Implements the methods that contract/eth/submit.ts declares. */
import { recoveredTogetherMin } from "@tandem/primitives";
import type * as contract from "../../contract/eth/submit.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { Handler, PreparedHandler } from "../handler.js";
import { minedReceipt } from "./mined-receipt.js";

export const sendRawTransaction: PreparedHandler<typeof contract.sendRawTransaction> = {
  prepare(node, entries) {
    if (entries.length < recoveredTogetherMin) return;
    node.prefetchSenders(entries.map(({ transaction }) => transaction));
  },
  handle: (node, { transaction }, { client, unconfirmed }) =>
    node.submit(transaction, client.id, unconfirmed),
};

export const sendRawTransactionSync: Handler<typeof contract.sendRawTransactionSync> = async (
  node,
  { transaction, timeout },
  call,
) => {
  const hash = await node.submit(transaction, call.client.id);
  return minedReceipt(node, hash, timeout, call);
};

export const fillTransaction: Handler<typeof contract.fillTransaction> = async (
  node,
  { transaction: request },
) => {
  const transaction = await node.fillTransaction(request);
  const { gasPrice, ...tx } = showTransaction({ transaction, inclusion: undefined });
  return {
    raw: transaction.raw,
    tx: tx.maxFeePerGas === undefined ? { gasPrice, ...tx } : tx,
  };
};
