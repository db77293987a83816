/** Waiting for what no event announces: a condition asked again and again, for a bounded time. */
import { setTimeout as pause } from "node:timers/promises";

/**
 * Milliseconds after which a test gives up on what it waits for, wherever it waits. It is no statement about
 * speed: what comes at all comes far sooner, also on a machine with much else to do.
 */
export const patienceMs = 300_000;
const betweenTriesMs = 15;

/**
 * The first answer that is neither undefined nor false.
 * @param what ends the sentence "no … in time".
 * @throws {Error} when there was none in `patienceMs`.
 */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const found = await attempt();
    if (found !== undefined && found !== false) return found;
    await pause(betweenTriesMs);
  }
  throw new Error(`no ${what} in ${patienceMs} ms`);
}

/** The promise, or an error that says what did not come. */
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
