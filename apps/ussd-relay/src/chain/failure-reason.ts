/** Finds the reason of a failed transaction by executing it again. */
import { type Client, ForeignAnswer, isUnknownMethod, RpcError } from "@tandem/rpc/client";
import { bytesToHex, type Hex, hexToBytes, isHex } from "viem";
import { revertReason, unknownReason } from "./contract.js";

const revertedCode = 3;

/**
 * Returns the reason of a reverted call or estimate, or undefined for any other error. Nodes use various
 * codes for reverts; those that do not use 3 put the return data into `data`.
 */
export function reasonOfRevert(error: unknown): string | undefined {
  if (!(error instanceof RpcError)) return undefined;
  const output = isHex(error.data) ? error.data : undefined;
  if (error.code !== revertedCode && output === undefined) return undefined;
  return revertReason(output);
}

/**
 * Returns the reason by a trace, or by a call on the surrounding state where the node cannot trace. It is not known of a
 * transaction in another form than the client reads: the follower would wait for it, and settle no other one.
 * @throws {ConnectionError}
 */
export async function failureReason(client: Client, hash: Hex): Promise<string> {
  const options = { kind: "calls", onlyTopCall: true, withLog: false } as const;
  try {
    const frame = await client.debug_traceTransaction({ hash: hexToBytes(hash), options });
    if (typeof frame !== "object" || !("type" in frame)) return unknownReason;
    const { output, error } = frame;
    if (output instanceof Uint8Array && output.length > 0) return revertReason(bytesToHex(output));
    return typeof error === "string" ? error : unknownReason;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return isUnknownMethod(error) ? replay(client, hash) : unknownReason;
  }
}

async function replay(client: Client, hash: Hex): Promise<string> {
  const transaction = await client
    .eth_getTransactionByHash({ hash: hexToBytes(hash) })
    .catch((error) => {
      if (error instanceof ForeignAnswer) return undefined;
      throw error;
    });
  if (transaction?.blockNumber === undefined || transaction.to === undefined) return unknownReason;
  const { from, to, gas, input, value, blockNumber } = transaction;
  return reasonOfCall(client, { from, to, gas, data: input, value }, blockNumber);
}

/**
 * Returns the reason of a call that failed in a block, by calling on the states before and after that
 * block: other transactions of the block may have run before it.
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
