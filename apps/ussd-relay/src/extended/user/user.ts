/** Stores registered users under the keyed hash of their phone number. */
import type { Hex } from "viem";
import type { Change, Records } from "../../records/records.js";
import { isLanguage, type Language } from "../messages/languages.js";
import type { PinHash } from "../pin.js";
import type { Outcome } from "./outcome.js";

export interface User {
  /** Keyed hash of the phone number. */
  readonly id: string;
  /** Index of the user's key below the derivation path. */
  readonly index: number;
  /** Address in lower case. */
  readonly address: Hex;
  readonly language: Language;
  readonly pin: PinHash;
  /** Number of wrong PINs since the last correct one. */
  readonly failures: number;
  /** Unix milliseconds, or "operator" until the operator unlocks the user. */
  readonly lockedUntil?: number | "operator" | undefined;
  /** Sum of the transfers of one day. */
  readonly spent: Spent;
  /** Hash of the user's transaction that is in no block yet. */
  readonly pending?: string | undefined;
  /** Outcome of the last transaction, until it is shown. */
  readonly unread?: Outcome | undefined;
  /** Outcomes, newest first. */
  readonly history: readonly Outcome[];
}

export interface Spent {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Wei in decimal. */
  readonly wei: string;
}

const table = "users";
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the UTC day since 1970. @param now Unix milliseconds. */
const dayOf = (now: number): number => Math.floor(now / dayMs);

/**
 * Returns the day for which a transfer counts: the clock of another relay may have reached the next one already, and what was
 * spent then must not be forgotten.
 */
export const spendingDay = (now: number, { spent }: User): number => {
  const day = dayOf(now);
  return spent.day === day + 1 ? spent.day : day;
};

export function spentOn(day: number, { spent }: User): bigint {
  return spent.day === day ? BigInt(spent.wei) : 0n;
}

export async function loadUser(records: Records, id: string): Promise<User | undefined> {
  const text = await records.get(table, id);
  if (text === undefined) return undefined;
  const user = JSON.parse(text) as User;
  // The language may have been removed since then.
  return isLanguage(user.language) ? user : { ...user, language: "en" };
}

export const userChange = (user: User): Change => ({
  table,
  id: user.id,
  value: JSON.stringify(user),
});
