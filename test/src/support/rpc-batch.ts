/** Sends many calls in few requests. */
import { post, type RpcAnswer } from "./rpc.js";
import type { Hex, WireBlock } from "./wire.js";

const batchLength = 200;

/** Returns the results in order. @throws {Error} if one of them is an error. */
export async function callAll<T>(
  url: string,
  calls: readonly { readonly method: string; readonly params?: readonly unknown[] }[],
): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < calls.length; from += batchLength) {
    const part = calls.slice(from, from + batchLength);
    const requests = part.map((one, id) => ({ jsonrpc: "2.0", id, params: [], ...one }));
    const answers = (await (await post(url, requests)).json()) as RpcAnswer[];
    for (const [i, { result, error }] of answers.entries()) {
      if (error !== undefined) throw new Error(`${part[i]?.method}: ${error.message}`);
      results.push(result as T);
    }
  }
  return results;
}

/** Returns every canonical block from genesis to the head, with transaction hashes. */
export async function readChain(url: string): Promise<WireBlock[]> {
  const [head] = await callAll<Hex>(url, [{ method: "eth_blockNumber" }]);
  const heights = Array.from({ length: Number(head) + 1 }, (_, n) => `0x${n.toString(16)}`);
  const calls = heights.map((n) => ({ method: "eth_getBlockByNumber", params: [n, false] }));
  return callAll<WireBlock>(url, calls);
}
