/** Reads the next record of a log while the one before it is applied. */
import { linkAbort } from "@tandem/runtime";
import type { LogEntry, ReadRange, ReplicationLog } from "../log.js";

/**
 * Yields the records of a range in order, as `log.read` does, one of them ahead.
 * @param prepare is called with each record when it was read, and returns the one to yield.
 * @throws as `log.read` does, after the records before the error.
 */
export async function* readAhead(
  log: ReplicationLog,
  { signal, ...range }: ReadRange,
  prepare: (entry: LogEntry) => LogEntry,
): AsyncIterable<LogEntry> {
  const ending = linkAbort(signal);
  const read = log.read({ ...range, signal: ending.signal });
  const entries = read[Symbol.asyncIterator]();
  const take = async () => {
    const next = await entries.next();
    return next.done === true ? next : { ...next, value: prepare(next.value) };
  };
  let next = take();
  try {
    for (let entry = await next; entry.done !== true; entry = await next) {
      next = take();
      // It is thrown when the record before it was applied.
      next.catch(() => {});
      yield entry.value;
    }
  } finally {
    ending.abort();
    ending.release();
    await next.catch(() => {});
  }
}
