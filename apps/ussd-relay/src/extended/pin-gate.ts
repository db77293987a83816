/** The PIN in front of whatever moves money: three wrong ones, and the user is locked out. */
import { relayLimits } from "../limits.js";
import { isPin } from "./pin.js";
import type { User } from "./user.js";

export interface PinGateOptions {
  readonly pepper: Uint8Array;
  /** How long a lock lasts; undefined: until the operator takes it off. */
  readonly lockMs: number | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type PinVerdict =
  /** Failures before it are forgotten. */
  | { readonly kind: "right"; readonly user: User }
  | { readonly kind: "wrong"; readonly user: User; readonly triesLeft: number }
  /** Undefined: until the operator unlocks him. */
  | { readonly kind: "locked"; readonly user: User; readonly minutes: number | undefined };

const minuteMs = 60_000;

/** @returns undefined when he is not locked out, or no longer. */
export function lockOf(
  user: User,
  now: number,
): { readonly minutes: number | undefined } | undefined {
  const { lockedUntil } = user;
  if (lockedUntil === undefined) return undefined;
  if (lockedUntil === "operator") return { minutes: undefined };
  return lockedUntil <= now ? undefined : { minutes: Math.ceil((lockedUntil - now) / minuteMs) };
}

/** A locked user's PIN is not looked at. The user that comes back is to be kept. */
export async function judgePin(
  pin: string,
  user: User,
  { pepper, lockMs, now }: PinGateOptions,
): Promise<PinVerdict> {
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

/** As the operator does it. */
export const unlocked = (user: User): User => ({ ...user, failures: 0, lockedUntil: undefined });
