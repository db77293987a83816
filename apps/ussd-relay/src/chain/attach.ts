/** Connects to the node, and repeats the attempt while the node is unreachable. */
import { setTimeout as wait } from "node:timers/promises";
import { ConnectionError } from "@tandem/rpc/client";
import { messageOf } from "@tandem/runtime";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { RecordsAway } from "../records/records.js";

export interface Attachment {
  /** Whether the node has answered and has passed the checks. */
  readonly isReady: boolean;
  /** Resolves with the error when the node answers later and fails the checks. */
  readonly failure: Promise<unknown>;
  /** Stops the attempts, and resolves when a running one is over. */
  end(): Promise<void>;
}

/**
 * Runs `attach` once, and again every second while it fails with a `ConnectionError`, and from the second
 * run also with `RecordsAway`.
 * @param attach checks the node and starts the parts that need it; it can run again after a failure.
 * @throws what the first run of `attach` throws, other than `ConnectionError`.
 */
export async function attachToNode(attach: () => Promise<void>, log: Log): Promise<Attachment> {
  const stop = new AbortController();
  let isReady = false;
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  /** Returns why the node does not answer, or undefined if it has passed the checks. */
  const attempt = async (): Promise<ConnectionError | undefined> => {
    try {
      await attach();
      isReady = true;
      return undefined;
    } catch (error) {
      if (error instanceof ConnectionError) return error;
      throw error;
    }
  };
  const attempts = async () => {
    let areRecordsAway = false;
    while (!stop.signal.aborted) {
      await wait(relayLimits.awayMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      try {
        if ((await attempt()) === undefined) return log.warn("the node answers now");
        areRecordsAway = false;
      } catch (error) {
        if (!(error instanceof RecordsAway)) throw error;
        if (!areRecordsAway) log.warn(messageOf(error));
        areRecordsAway = true;
      }
    }
  };
  const away = await attempt();
  if (away !== undefined) {
    log.warn(`${messageOf(away)}: until the node answers, users are asked to try later`);
  }
  const running =
    away === undefined
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
