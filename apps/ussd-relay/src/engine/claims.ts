/** Waits for claims on records, for a bounded time. */
import { setTimeout as pause } from "node:timers/promises";
import { relayLimits } from "../limits.js";
import type { Held, Records } from "../records/records.js";

/** Tries to take a claim until it is free. Returns whether it is held now. */
export async function claimWithin(records: Records, held: Held, waitMs: number): Promise<boolean> {
  const tries = Math.ceil(waitMs / relayLimits.claimPollMs);
  for (let i = 0; i < tries; i++) {
    if (await records.claim(held, relayLimits.claimMs)) return true;
    await pause(relayLimits.claimPollMs);
  }
  return false;
}

/**
 * Runs a task while it holds claims, taken in order and released in the end.
 * @returns undefined, with nothing run, when a claim was not free in time.
 */
export async function whileHolding<T>(
  records: Records,
  { held, waitMs }: { readonly held: readonly Held[]; readonly waitMs: number },
  task: () => Promise<T>,
): Promise<T | undefined> {
  const claimed: Held[] = [];
  try {
    for (const claim of held) {
      if (!(await claimWithin(records, claim, waitMs))) return undefined;
      claimed.push(claim);
    }
    return await task();
  } finally {
    // A claim that cannot be released ends by itself.
    for (const claim of claimed) await records.release(claim).catch(() => undefined);
  }
}
