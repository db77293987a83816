// Waits for a condition, and names it if it is not met.
import { setTimeout as pause } from "node:timers/promises";

const askAgainMs = 100;
const waitMsMax = 120_000;

/** @param condition is evaluated again if it fails. @throws {Error} if it is not met in time. */
export async function waitFor(what, condition) {
  const endMs = performance.now() + waitMsMax;
  let cause;
  while (performance.now() < endMs) {
    try {
      if (await condition()) return;
    } catch (error) {
      cause = error;
    }
    await pause(askAgainMs);
  }
  throw new Error(`${what} is not ready in time`, { cause });
}
