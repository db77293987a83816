/** Implements the methods that contract/eth/submit.ts declares. */
import { recoveredTogetherMin, type TxHash, toHex } from "@tandem/primitives";
import { RpcError } from "../../contract/errors.js";
import type * as contract from "../../contract/eth/submit.js";
import { showTransaction } from "../../contract/shape/transaction.js";
import type { ChainApi, ShownReceipt } from "../../server/backend/chain-api.js";
import type { Call, Handler, PreparedHandler } from "../handler.js";
import { receiptResult } from "../receipt.js";

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
  const shown = await receiptWithin(node, hash, timeout, call.signal);
  if (shown !== undefined) return receiptResult(shown, call);
  const message = "the transaction was added to the pool, but not mined in time";
  throw new RpcError("unmined", message, toHex(hash));
};

export const fillTransaction: Handler<typeof contract.fillTransaction> = async (
  node,
  { transaction: request },
) => {
  const transaction = await node.fillTransaction(request);
  return { raw: transaction.raw, tx: showTransaction({ transaction, inclusion: undefined }) };
};

/** Returns the receipt as soon as it exists, or undefined after `ms` or when the client disconnects. */
function receiptWithin(
  node: ChainApi,
  hash: TxHash,
  ms: number,
  signal: Call["signal"],
): Promise<ShownReceipt | undefined> {
  const known = node.receipt(hash);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener("abort", end);
      resolve(node.receipt(hash));
    };
    const stopListening = node.onHeadMoved(() => {
      if (node.receipt(hash) !== undefined) end();
    });
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
}
