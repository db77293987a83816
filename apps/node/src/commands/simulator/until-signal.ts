/** Ends a simulation on a signal. */

/**
 * Runs something that stops when its signal is aborted, as Ctrl-C does.
 * @returns undefined if a signal ended it.
 */
export async function untilSignal<T>(
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  // Handlers run once: a second signal ends the process as usual.
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  try {
    return await run(stop.signal);
  } catch (failure) {
    if (stop.signal.aborted) return undefined;
    throw failure;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
