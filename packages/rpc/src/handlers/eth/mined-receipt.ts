/** Waits for the receipt of a transaction that was sent. */
import { type TxHash, toHex } from "@tandem/primitives";
import type { ChainApi, ShownReceipt } from "../../backend/chain-api.js";
import { RpcError } from "../../contract/errors.js";
import type { Call } from "../handler.js";
import { receiptResult } from "../receipt.js";

/**
 * Returns the receipt as soon as the transaction is mined.
 * @throws {RpcError} `unmined` after `ms` or when the client disconnects.
 */
export async function minedReceipt(node: ChainApi, hash: TxHash, ms: number, call: Call) {
  const shown = await receiptWithin(node, hash, ms, call.signal);
  if (shown !== undefined) return receiptResult(shown, call);
  const message = "the transaction was added to the pool, but not mined in time";
  throw new RpcError("unmined", message, toHex(hash));
}

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
