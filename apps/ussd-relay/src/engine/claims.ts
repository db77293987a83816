/** Acquires claims on records, and waits for them for a bounded time. */
import { setTimeout as pause } from "node:timers/promises";
import { relayLimits } from "../limits.js";
import type { Claim, Records } from "../records/records.js";

/** Tries to acquire a claim until the wait is over. Returns whether it is held now. */
export async function acquireClaim(
  records: Records,
  held: Claim,
  waitMs: number,
): Promise<boolean> {
  const tries = Math.ceil(waitMs / relayLimits.claimPollMs);
  for (let i = 0; i < tries; i++) {
    if (await records.claim(held, relayLimits.claimMs)) return true;
    await pause(relayLimits.claimPollMs);
  }
  return false;
}

/**
 * Runs a task while it holds claims, which are acquired in order and released at the end.
 * @returns undefined, without running the task, when a claim was not free in time.
 */
export async function withClaims<T>(
  records: Records,
  { held, waitMs }: { readonly held: readonly Claim[]; readonly waitMs: number },
  task: () => Promise<T>,
): Promise<T | undefined> {
  const claimed: Claim[] = [];
  try {
    for (const claim of held) {
      if (!(await acquireClaim(records, claim, waitMs))) return undefined;
      claimed.push(claim);
    }
    return await task();
  } finally {
    // A claim that cannot be released expires.
    for (const claim of claimed) await records.release(claim).catch(() => undefined);
  }
}
