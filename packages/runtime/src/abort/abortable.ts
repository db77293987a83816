/** Provides waits that end as soon as a signal is aborted. */
import { setTimeout as timeout } from "node:timers/promises";

/** Waits. @throws the signal's reason, once it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await timeout(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Returns the result of a promise, or throws the signal's reason if the signal is aborted first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const stopListening = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { signal: stopListening.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening.abort();
  }
}
