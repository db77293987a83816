/**
 * Ends the wait of clients for a log that does not answer. What they asked for stays begun, since an
 * append without an answer may be stored: it is done when the log answers again.
 */
import { Fault } from "@tandem/primitives";
import { clusterLimits } from "./limits.js";

export class LogSilence {
  readonly #now: () => number;
  /** The requests to the log without an answer, the oldest first, with their milliseconds. */
  readonly #unanswered = new Map<object, number>();

  /** @param now returns monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts as silence as long as a request to the log is not answered. */
  async during<T>(request: Promise<T>): Promise<T> {
    this.#unanswered.set(request, this.#now());
    try {
      return await request;
    } finally {
      this.#unanswered.delete(request);
    }
  }

  /**
   * Resolves or rejects like the result of a client's request.
   * @throws {Fault} `unsealable` once the log is silent for too long.
   */
  limit<T>(result: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.#ms < clusterLimits.silentMsMax) return;
        clearInterval(timer);
        reject(silent());
      };
      const timer = setInterval(look, clusterLimits.silenceCheckMs).unref();
      const end = () => clearInterval(timer);
      result.then(resolve, reject).then(end, end);
    });
  }

  get #ms(): number {
    const [oldest] = this.#unanswered.values();
    return oldest === undefined ? 0 : this.#now() - oldest;
  }
}

function silent(): Fault {
  const message =
    `the log of the cluster did not answer for ${clusterLimits.silentMsMax} ms: ` +
    "the request may be done when it does, or not; sending the same raw transaction again is safe";
  return new Fault({ code: "unsealable", message });
}
