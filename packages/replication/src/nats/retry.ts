/** Repeats requests to servers that do not answer. */
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { Fault } from "@tandem/primitives";
import { retryMs } from "../limits.js";
import { LogUnavailable } from "../log.js";

/** The minimum status code of an error of the server. */
const serverErrors = 500;

/** The error code while too few servers for a stream are running, which has the status of a refusal. */
const tooFewServers = 10005;

/** Returns whether a request was refused permanently, so that repeating it is useless. */
const isRefusal = (error: unknown) =>
  error instanceof Fault ||
  (error instanceof JetStreamApiError &&
    error.status < serverErrors &&
    error.code !== tooFewServers);

/**
 * Repeats a request until it is answered, also while the connection is interrupted.
 * @throws {LogUnavailable} once the signal is aborted. @throws the error of a refused request.
 */
export async function untilAnswered<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new LogUnavailable("the log was closed");
    try {
      return await request();
    } catch (error) {
      if (isRefusal(error)) throw error;
      await pause(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}
