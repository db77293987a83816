/** Reads a transaction and its receipt from the node, as unchanged JSON. */
import { ConnectionError, readJson } from "@tandem/rpc/client";
import type { Hex } from "viem";
import * as z from "zod";
import { inNodeTurn } from "../chain/node-turns.js";
import { relayLimits } from "../limits.js";

export interface NodeAnswer {
  /** Result of `eth_getTransactionByHash`; null when there is none. */
  readonly transaction: unknown;
  /** Result of `eth_getTransactionReceipt`; null until it is in a block. */
  readonly receipt: unknown;
}

const methods = ["eth_getTransactionByHash", "eth_getTransactionReceipt"] as const;
const answers = z.array(z.object({ id: z.number(), result: z.unknown() })).length(methods.length);

/**
 * @param nodeUrl is in no error message, because its path may be a key.
 * @throws {ConnectionError} when the node does not return both results.
 */
export async function askNode(nodeUrl: string, hash: Hex): Promise<NodeAnswer> {
  const calls = methods.map((method, id) => ({ jsonrpc: "2.0", id, method, params: [hash] }));
  try {
    const json = await inNodeTurn(methods[1], async () => {
      const response = await fetch(nodeUrl, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(calls),
        signal: AbortSignal.timeout(relayLimits.nodeAnswerMs),
      });
      return readJson(response, relayLimits.nodeAnswerBytesMax);
    });
    const [transaction, receipt] = answers
      .parse(json)
      .sort((a, b) => a.id - b.id)
      .map(({ result }) => result ?? null);
    return { transaction, receipt };
  } catch (cause) {
    throw new ConnectionError("the node gives no transaction", { cause });
  }
}
