/** Repeats requests to servers that do not answer. */
import { setTimeout as pause } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { Fault } from "@tandem/primitives";
import type { Logger } from "@tandem/runtime";
import { refusalsUntold, retryMs, serverBytesMin } from "../limits.js";
import { LogUnavailable } from "../log.js";
import { isTooLarge } from "./errors.js";

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

/** Repeats a request until it succeeds. @param failed is called with each error, and may throw it. */
async function repeat<T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  failed: (error: unknown) => Promise<void>,
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new LogUnavailable("the log was closed");
    try {
      return await request();
    } catch (error) {
      await failed(error);
      await pause(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Repeats a request until it is answered, also while the connection is interrupted.
 * @throws {LogUnavailable} once the signal is aborted. @throws the error of a refused request.
 */
export function untilAnswered<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return repeat(request, signal, async (error) => {
    if (isRefusal(error)) throw error;
  });
}

/**
 * Repeats a request that stores a message until the servers have done so, whatever they answer: what they refuse because of
 * a setting, they take when their operator has mended it. The logger is told once why they do not, such as that their disk is
 * full.
 * @throws {LogUnavailable} once the signal is aborted. @throws {Fault} that of the request.
 */
export function untilStored<T>(
  { connection, logger }: { readonly connection: NatsConnection; readonly logger: Logger },
  request: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let refusals = 0;
  return repeat(request, signal, async (error) => {
    if (error instanceof Fault) throw error;
    const reason = isTooLarge(error)
      ? `they accept messages of ${connection.info?.max_payload} bytes: their max_payload must be at least ${serverBytesMin}`
      : error instanceof JetStreamApiError && error.message;
    if (reason === false) return;
    if (refusals === refusalsUntold)
      logger.error({ reason }, "the servers of the log store nothing");
    // A server tells its limit when a client connects, and not when it is changed.
    if (isTooLarge(error) && refusals % refusalsUntold === 0)
      await connection.reconnect().catch(() => {});
    refusals++;
  });
}
