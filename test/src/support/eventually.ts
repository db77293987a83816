/** Waiting for what no event announces: a condition asked again and again, for a bounded time. */
import { setTimeout as pause } from "node:timers/promises";

/** What comes at all comes sooner, also where other tests run. */
const defaultTimeoutMs = 30_000;
const betweenTriesMs = 15;

/**
 * The first answer that is neither undefined nor false.
 * @param what ends the sentence "no … in time".
 * @throws {Error} when there was none before `timeoutMs`.
 */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    const found = await attempt();
    if (found !== undefined && found !== false) return found;
    await pause(betweenTriesMs);
  }
  throw new Error(`no ${what} in ${timeoutMs} ms`);
}

/** The promise, or an error that says what did not come. */
export async function within<T>(
  what: string,
  promise: Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
