/**
 * Runs senders of a cluster: each sends one transfer after the other to any node, until it is
 * acknowledged.
 */
import { setTimeout as pause } from "node:timers/promises";
import { developmentAccount, plentyGasPrice, sign } from "../development.js";
import { ask } from "../rpc.js";
import type { Seeded } from "../seeded.js";
import type { Hex } from "../wire.js";

/** Milliseconds before a request to an unreachable node is repeated. */
const retryMs = 30;

export interface ClusterLoad {
  /** Hashes of the transactions whose submission was acknowledged. */
  readonly acknowledged: Hex[];
  /** Ends when each sender's last transaction is acknowledged. */
  stop(): Promise<void>;
  /** Ends at once after a failed test, when no node may be left that acknowledges. */
  abandon(): void;
}

/** @param urls returns the current nodes, which may include dead ones. */
export function startClusterLoad(
  urls: () => readonly string[],
  chance: Seeded,
  senders: number,
  firstNonces: number[],
): ClusterLoad {
  const acknowledged: Hex[] = [];
  let isEnding = false;
  let isAbandoned = false;
  const sendNext = async (sender: number) => {
    const nonce = firstNonces[sender] ?? 0;
    const to = developmentAccount(9).address;
    const fields = { nonce, to, value: 1n, gasPrice: plentyGasPrice };
    const { raw, hash } = sign(developmentAccount(sender), fields);
    // The answer of a dead node is lost: the same bytes are sent until an answer arrives.
    while (!isAbandoned) {
      const answer = await ask(chance.pick(urls()), "eth_sendRawTransaction", [raw]).catch(
        () => undefined,
      );
      // A repeated one is known as soon as the pool has it, and certainly acknowledged once it is
      // mined.
      const isMined = /nonce too low/.test(answer?.error?.message ?? "");
      if (answer?.result === hash || isMined) break;
      await pause(retryMs);
    }
    if (isAbandoned) return;
    acknowledged.push(hash);
    firstNonces[sender] = nonce + 1;
  };
  const sending = Array.from({ length: senders }, async (_, sender) => {
    while (!isEnding) await sendNext(sender);
  });
  return {
    acknowledged,
    async stop() {
      isEnding = true;
      await Promise.all(sending);
    },
    abandon() {
      isEnding = true;
      isAbandoned = true;
    },
  };
}
