/** Lets a relay listen before its node can be reached. */
import { setTimeout as wait } from "node:timers/promises";
import { ConnectionError } from "@tandem/rpc/client";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";

export interface Attachment {
  /** Whether the node answered and is the one the relay is for. */
  readonly isReady: boolean;
  /** Resolves with the reason when the node, once it answers, is not the one the relay is for. */
  readonly failure: Promise<unknown>;
  /** Ends the attempts; resolves when the one under way is over. */
  end(): Promise<void>;
}

/**
 * Runs `attach` once, and again every second for as long as it fails because the node is away.
 * @param attach checks the node and begins what depends on it; safe to run again after it failed.
 * @throws what the first run of `attach` throws, other than `ConnectionError`.
 */
export async function attachToNode(attach: () => Promise<void>, log: Log): Promise<Attachment> {
  const stop = new AbortController();
  let isReady = false;
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  /** @returns whether there is nothing more to do. */
  const attempt = async (): Promise<boolean> => {
    try {
      await attach();
      isReady = true;
      return true;
    } catch (error) {
      if (error instanceof ConnectionError) return false;
      throw error;
    }
  };
  const attempts = async () => {
    while (!stop.signal.aborted) {
      await wait(relayLimits.awayMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (!stop.signal.aborted && (await attempt())) return log.warn("the node answers now");
    }
  };
  const isDone = await attempt();
  if (!isDone) log.warn("the node does not answer: until it does, users are told to try later");
  const running = isDone
    ? Promise.resolve()
    : attempts().catch((error) => {
        log.warn(messageOf(error));
        fail(error);
      });
  return {
    get isReady() {
      return isReady;
    },
    failure,
    async end() {
      stop.abort();
      await running;
    },
  };
}
