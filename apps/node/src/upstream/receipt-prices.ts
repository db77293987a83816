/**
 * Adds the price that a transaction paid to its receipt, where a node does not tell it, as nodes from before EIP-1559 do
 * not. Such a transaction paid the price that it states.
 */
import { isJsonObject } from "@tandem/primitives";
import type { RemoteNode } from "../fork/remote-node.js";

type Node = Pick<RemoteNode, "address" | "call">;

export const withReceiptPrices = (node: Node): Node => ({
  get address() {
    return node.address;
  },
  async call(method, params) {
    const answer = await node.call(method, params);
    if (method !== "eth_getTransactionReceipt" || !isJsonObject(answer)) return answer;
    if (answer.effectiveGasPrice !== undefined) return answer;
    const transaction = await node.call("eth_getTransactionByHash", params);
    const price = isJsonObject(transaction) ? transaction.gasPrice : undefined;
    return { ...answer, effectiveGasPrice: price };
  },
});
