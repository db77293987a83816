/** What the node itself says of a transaction, untouched, for who wants to see it. */
import { ConnectionError } from "@tandem/rpc/client";
import type { Hex } from "viem";
import { z } from "zod";
import { relayLimits } from "../limits.js";

export interface NodeAnswer {
  /** As `eth_getTransactionByHash` answers; null when there is none. */
  readonly transaction: unknown;
  /** As `eth_getTransactionReceipt` answers; null until it is in a block. */
  readonly receipt: unknown;
}

const methods = ["eth_getTransactionByHash", "eth_getTransactionReceipt"] as const;
const answers = z.array(z.object({ id: z.number(), result: z.unknown() })).length(methods.length);

/**
 * @param nodeUrl not shown in any error: its path may be a key.
 * @throws {ConnectionError} when there is no such answer.
 */
export async function askNode(nodeUrl: string, hash: Hex): Promise<NodeAnswer> {
  const calls = methods.map((method, id) => ({ jsonrpc: "2.0", id, method, params: [hash] }));
  try {
    const response = await fetch(nodeUrl, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(calls),
      signal: AbortSignal.timeout(relayLimits.nodeAnswerMs),
    });
    const [transaction, receipt] = answers
      .parse(await response.json())
      .sort((a, b) => a.id - b.id)
      .map(({ result }) => result ?? null);
    return { transaction, receipt };
  } catch (cause) {
    throw new ConnectionError("the node does not tell", { cause });
  }
}
