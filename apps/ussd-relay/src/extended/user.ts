/** A registered user, as the records keep him: found by what stands for his phone number. */
import type { Hex } from "viem";
import type { Change, Records } from "../records/records.js";
import { isLanguage, type Language } from "./messages/messages.js";
import type { Outcome } from "./outcome.js";
import type { PinHash } from "./pin.js";

export interface User {
  /** What stands for his phone number. */
  readonly id: string;
  /** Of his key in the mnemonic. */
  readonly index: number;
  /** Lower case. */
  readonly address: Hex;
  readonly language: Language;
  readonly pin: PinHash;
  /** Wrong PINs since the last right one. */
  readonly failures: number;
  /** Unix milliseconds; "operator": until the operator unlocks him. */
  readonly lockedUntil?: number | "operator" | undefined;
  /** What he sent on one day. */
  readonly spent: Spent;
  /** Of his transaction that is in no block yet. */
  readonly pending?: string | undefined;
  /** What became of his last transaction, until he has read it. */
  readonly unread?: Outcome | undefined;
  /** Newest first. */
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

/** @param now Unix milliseconds. */
export const dayOf = (now: number): number => Math.floor(now / dayMs);

export function spentOn(day: number, { spent }: User): bigint {
  return spent.day === day ? BigInt(spent.wei) : 0n;
}

export async function loadUser(records: Records, id: string): Promise<User | undefined> {
  const text = await records.get(table, id);
  if (text === undefined) return undefined;
  const user = JSON.parse(text) as User;
  // A language that was taken away since.
  return isLanguage(user.language) ? user : { ...user, language: "en" };
}

export const userChange = (user: User): Change => ({
  table,
  id: user.id,
  value: JSON.stringify(user),
});
