/** Ends a command on a signal. */
import { onEndSignal } from "@tandem/runtime";

/**
 * Runs something that stops when its signal is aborted, as Ctrl-C does.
 * @returns undefined if a signal ended it.
 */
export async function untilSignal<T>(
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const release = onEndSignal(() => stop.abort());
  try {
    return await run(stop.signal);
  } catch (failure) {
    if (stop.signal.aborted) return undefined;
    throw failure;
  } finally {
    release();
  }
}
