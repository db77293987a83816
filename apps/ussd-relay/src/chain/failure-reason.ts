/** Why a transaction that is in a block failed: what it returned, told by executing it again. */
import { type Client, errorCodes, RpcError } from "@tandem/rpc/client";
import { bytesToHex, type Hex, hexToBytes, isHex } from "viem";
import { revertReason, unknownReason } from "./contract.js";

const revertedCode = 3;

/**
 * Returns why a call or an estimate reverted, or undefined when the error is about something else.
 * Nodes give reverts various codes; those that give another than 3 put the returned bytes into `data`.
 */
export function reasonOfRevert(error: unknown): string | undefined {
  if (!(error instanceof RpcError)) return undefined;
  const output = isHex(error.data) ? error.data : undefined;
  if (error.code !== revertedCode && output === undefined) return undefined;
  return revertReason(output);
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
    return error.code === errorCodes.method.code ? replay(client, hash) : unknownReason;
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
