/**
 * Sends transactions to a cluster: an interrupted request is repeated, because the same transaction
 * is mined only once.
 */
import { eventually } from "../eventually.js";
import { ask } from "../rpc.js";
import type { Hex } from "../wire.js";

/**
 * Sends a raw transaction until it is accepted, or is mined.
 * @param url of any node, or of a load balancer, whose own answers are not JSON.
 */
export async function sendUntilTaken(url: string, raw: Hex): Promise<void> {
  await eventually("answer to a send", async () => {
    const answer = await ask(url, "eth_sendRawTransaction", [raw]).catch(() => undefined);
    return answer?.result !== undefined || /nonce too low/.test(answer?.error?.message ?? "");
  });
}
