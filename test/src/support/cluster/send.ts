/** Sends to a cluster: what was interrupted is sent again, since the same transaction is mined once. */
import { eventually } from "../eventually.js";
import { ask } from "../rpc.js";
import type { Hex } from "../wire.js";

/**
 * Sends a raw transaction until it is taken, or is mined.
 * @param url of any node, or of a balancer, whose own answers are no JSON.
 */
export async function sendUntilTaken(url: string, raw: Hex): Promise<void> {
  await eventually("answer to a send", async () => {
    const answer = await ask(url, "eth_sendRawTransaction", [raw]).catch(() => undefined);
    return answer?.result !== undefined || /nonce too low/.test(answer?.error?.message ?? "");
  });
}
