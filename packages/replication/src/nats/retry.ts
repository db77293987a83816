/** Repeats requests to servers that do not answer. */
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { Fault } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { refusalsUntold, retryMs } from "../limits.js";
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
 * @param logger is told once why servers that answer do not do it, such as that their disk is full.
 * @throws {LogUnavailable} once the signal is aborted. @throws the error of a refused request.
 */
export async function untilAnswered<T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  logger?: Logger,
): Promise<T> {
  for (let refusals = 0; ; ) {
    if (signal.aborted) throw new LogUnavailable("the log was closed");
    try {
      return await request();
    } catch (error) {
      if (isRefusal(error)) throw error;
      if (error instanceof JetStreamApiError && refusals++ === refusalsUntold) {
        logger?.error({ reason: error.message }, "the servers of the log store nothing");
      }
      await pause(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}
