/** Checks PINs, and locks a user after three wrong ones. */
import { relayLimits } from "../../limits.js";
import { isPin } from "../pin.js";
import type { User } from "./user.js";

export interface PinCheckOptions {
  readonly pepper: Uint8Array;
  /** Duration of a lock; undefined: until the operator unlocks the user. */
  readonly lockMs: number | undefined;
  /** Returns Unix milliseconds. */
  readonly now: () => number;
}

export type PinResult =
  /** Earlier failures are cleared. */
  | { readonly kind: "right"; readonly user: User }
  | { readonly kind: "wrong"; readonly user: User; readonly triesLeft: number }
  /** `minutes` is undefined until the operator unlocks the user. */
  | { readonly kind: "locked"; readonly user: User; readonly minutes: number | undefined };

const minuteMs = 60_000;

/** Returns the remaining lock, or undefined when the user is not locked. */
export function lockOf(
  user: User,
  now: number,
): { readonly minutes: number | undefined } | undefined {
  const { lockedUntil } = user;
  if (lockedUntil === undefined) return undefined;
  if (lockedUntil === "operator") return { minutes: undefined };
  return lockedUntil <= now ? undefined : { minutes: Math.ceil((lockedUntil - now) / minuteMs) };
}

/** Checks a PIN, unless the user is locked. The caller stores the returned user. */
export async function checkPin(
  pin: string,
  user: User,
  { pepper, lockMs, now }: PinCheckOptions,
): Promise<PinResult> {
  const lock = lockOf(user, now());
  if (lock !== undefined) return { kind: "locked", user, ...lock };
  const before = user.lockedUntil === undefined ? user.failures : 0;
  if (await isPin(pin, user.pin, pepper)) return { kind: "right", user: unlocked(user) };
  const failures = before + 1;
  if (failures < relayLimits.pinFailuresMax) {
    const triesLeft = relayLimits.pinFailuresMax - failures;
    return { kind: "wrong", user: { ...unlocked(user), failures }, triesLeft };
  }
  const lockedUntil = lockMs === undefined ? "operator" : now() + lockMs;
  const locked: User = { ...user, failures, lockedUntil };
  return { kind: "locked", user: locked, minutes: lockOf(locked, now())?.minutes };
}

/** Returns the user without lock and failures. */
export const unlocked = (user: User): User => ({ ...user, failures: 0, lockedUntil: undefined });
