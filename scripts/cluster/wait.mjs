// Waits for something to become true, and names it when it does not.
import { setTimeout as pause } from "node:timers/promises";

const askAgainMs = 100;
const waitMsMax = 120_000;

/** @param condition is asked again when it fails. @throws {Error} when it does not hold in time. */
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
