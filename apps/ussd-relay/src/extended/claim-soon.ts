/** Waits, for a bounded time, until a claim is free. */
import { setTimeout as pause } from "node:timers/promises";
import { relayLimits } from "../limits.js";
import type { Held, Records } from "../records/records.js";

/** @returns whether it is held now. */
export async function claimSoon(records: Records, held: Held, waitMs: number): Promise<boolean> {
  const tries = Math.ceil(waitMs / relayLimits.claimPollMs);
  for (let i = 0; i < tries; i++) {
    if (await records.claim(held, relayLimits.claimMs)) return true;
    await pause(relayLimits.claimPollMs);
  }
  return false;
}
