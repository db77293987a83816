/** Repeats requests to servers that do not answer. */
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { Fault } from "@tandem/primitives";
import { retryMs } from "../limits.js";
import { LogUnavailable } from "../log.js";

/** The minimum status code of an error of the server. */
const serverErrors = 500;

/**
 * The error codes that have the status of a refusal, and end by themselves: too few servers for a stream are running, or
 * they have not stored another message of the same subject yet.
 */
const passing: ReadonlySet<number> = new Set([
  10005,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);

/** Returns whether a request was refused permanently, so that repeating it is useless. */
const isRefusal = (error: unknown) =>
  error instanceof Fault ||
  (error instanceof JetStreamApiError && error.status < serverErrors && !passing.has(error.code));

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
