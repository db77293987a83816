/** Waits for conditions without an event, by polling for a bounded time. */
import { setTimeout as pause } from "node:timers/promises";

/**
 * Milliseconds after which a test gives up any wait. It is not a bound on speed: every awaited
 * event comes far sooner, also on a busy machine.
 */
export const patienceMs = 300_000;
const firstPauseMs = 15;
const longestPauseMs = 120;

/**
 * Returns the first result that is neither undefined nor false.
 * @param what ends the sentence "no … in time".
 * @throws {Error} if there was none in `patienceMs`.
 */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const end = performance.now() + patienceMs;
  // What takes longer is asked for less often, since an attempt may be a request that costs more than it waits for.
  let pauseMs = firstPauseMs;
  while (performance.now() < end) {
    const found = await attempt();
    if (found !== undefined && found !== false) return found;
    await pause(pauseMs);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.25);
  }
  throw new Error(`no ${what} in ${patienceMs} ms`);
}

/** Returns the promise's value, or throws an error that names what is missing. */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} in ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
