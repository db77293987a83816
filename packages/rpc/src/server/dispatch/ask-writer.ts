/** Decides what a thread that owns sockets answers itself, and passes the rest to the main thread. */

import { NeedsWriter } from "../../backend/compute-port.js";
import type { WriterPort } from "../../backend/writer-port.js";
import type { Call } from "../../handlers/handler.js";
import type { Request } from "../request/envelope.js";
import { entryOf } from "../request/method-table.js";
import type { BackendInUse } from "../served-backend.js";

/** Marks a request that the main thread answers, which also counts and logs it. */
export interface Passed {
  isPassed: boolean;
  /** The backend of this thread, and whether the request is one of those that it has in progress. */
  readonly used: BackendInUse;
  isUsing: boolean;
}

/** Ends the use of the backend by a request. */
export function endUse(passed: Passed): void {
  if (passed.isUsing) passed.used.end();
  passed.isUsing = false;
}

/**
 * Answers a request here, or in the main thread if that is needed.
 * @param isForWriter whether only the main thread can answer.
 */
export function answerOrPass(
  writer: WriterPort,
  isForWriter: boolean,
  { request, call, passed }: { request: Request; call: Call; passed: Passed },
  handleHere: () => unknown,
): unknown {
  const pass = () => {
    passed.isPassed = true;
    // The main thread may wait until nothing reads the database here before it answers.
    endUse(passed);
    return writer.ask(request, call.client.id, call.signal, call.traceparent);
  };
  const orPass = (error: unknown) => {
    if (error instanceof NeedsWriter) return pass();
    throw error;
  };
  if (isForWriter) return pass();
  try {
    const result = handleHere();
    return result instanceof Promise ? result.catch(orPass) : result;
  } catch (error) {
    return orPass(error);
  }
}

const methodOf = (entry: unknown): unknown =>
  typeof entry === "object" && entry !== null
    ? (entry as { readonly method?: unknown }).method
    : undefined;

/**
 * Returns whether the main thread answers a whole batch. It does if a request changes the chain or the
 * pool: such requests are prepared and confirmed together there.
 */
export function isBatchForWriter(
  entries: readonly unknown[],
  isForWriter: (method: NonNullable<ReturnType<typeof entryOf>>["method"]) => boolean,
): boolean {
  let isFound = false;
  for (const one of entries) {
    const name = methodOf(one);
    const entry = typeof name === "string" ? entryOf(name) : undefined;
    // A subscription belongs to the socket, which this thread owns.
    if (entry?.isWebSocketOnly === true) return false;
    isFound ||= entry !== undefined && isForWriter(entry.method);
  }
  return isFound;
}
