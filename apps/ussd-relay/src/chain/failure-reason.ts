/** Why a transaction that is in a block failed: what it returned, told by executing it again. */
import { type Client, RpcError } from "@tandem/rpc/client";
import { bytesToHex, type Hex, hexToBytes } from "viem";
import { revertReason, unknownReason } from "./contract.js";

const revertedCode = 3;
const noMethodCode = -32601;

/** The reason in an answer to a call or an estimate; undefined when it is about something else. */
export function reasonOfRevert(error: unknown): string | undefined {
  if (!(error instanceof RpcError) || error.code !== revertedCode) return undefined;
  return revertReason(typeof error.data === "string" ? (error.data as Hex) : undefined);
}

/**
 * Exactly where the node traces; else by a call on the state around it.
 * @throws {ConnectionError}
 */
export async function failureReason(client: Client, hash: Hex): Promise<string> {
  const options = { kind: "calls", onlyTopCall: true, withLog: false } as const;
  try {
    const frame = await client.debug_traceTransaction({ hash: hexToBytes(hash), options });
    if (frame === undefined || !("type" in frame)) return unknownReason;
    const { output, error } = frame;
    if (output instanceof Uint8Array && output.length > 0) return revertReason(bytesToHex(output));
    return typeof error === "string" ? error : unknownReason;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return error.code === noMethodCode ? replay(client, hash) : unknownReason;
  }
}

async function replay(client: Client, hash: Hex): Promise<string> {
  const transaction = await client.eth_getTransactionByHash({ hash: hexToBytes(hash) });
  if (transaction?.blockNumber === undefined || transaction.to === undefined) return unknownReason;
  const { from, to, gas, input, value, blockNumber } = transaction;
  return reasonOfCall(client, { from, to, gas, data: input, value }, blockNumber);
}

/**
 * Why a call failed in a block, by calling on the state around it: other transactions of the block
 * may have come before it, so without them first, then with all.
 * @throws {ConnectionError}
 */
export async function reasonOfCall(
  client: Client,
  call: Parameters<Client["eth_call"]>[0]["call"],
  blockNumber: number,
): Promise<string> {
  for (const number of [blockNumber - 1, blockNumber]) {
    try {
      await client.eth_call({ call, block: { number } });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return reasonOfRevert(error) ?? error.message;
    }
  }
  return unknownReason;
}
