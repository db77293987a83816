/** Stores how followed transactions ended, which the phone page shows after their records are gone. */
import type { Hex } from "viem";
import type { Change, Records } from "../records/records.js";
import { type FailureReason, failureOf, titles } from "./action.js";
import type { Outgoing } from "./outgoing.js";

/** The result of a settled transaction. The hash is that of the attempt that is in a block. */
export type Ending =
  | { readonly kind: "confirmed"; readonly hash: Hex }
  | { readonly kind: "failed"; readonly hash: Hex; readonly reason: string }
  /** Another transaction has used its nonce. */
  | { readonly kind: "lost" };

/** Returns the cause of a failure, or undefined for a success. */
export function failureIn(ending: Ending): FailureReason | undefined {
  switch (ending.kind) {
    case "confirmed":
      return undefined;
    case "failed":
      return failureOf(ending.reason);
    case "lost":
      return "lost";
  }
}

/** Returns the log line about an ending, in the words of specification section 6 if it defines any. */
export function endingLine({ id, kind }: Pick<Outgoing, "id" | "kind">, ending: Ending): string {
  const title = titles[kind];
  switch (ending.kind) {
    case "confirmed":
      return `${title} confirmed: ${ending.hash}`;
    case "failed":
      return `${title} failed on-chain: ${ending.reason}`;
    case "lost":
      return `${title} lost, another transaction took its nonce: ${id}`;
  }
}

const table = "endings";

/**
 * Returns the change that stores the ending of a transaction.
 * @param id hash of the first attempt.
 * @param ttlMs milliseconds for which the rows of sessions are stored. This row is written after that
 * of its session, so it expires after it.
 */
export const endingChange = (id: Hex, ending: Ending, ttlMs: number): Change => ({
  table,
  id,
  value: JSON.stringify(ending),
  ttlMs,
});

/** Returns undefined for a transaction that is not settled, or that an older version has settled. */
export async function loadEnding(records: Records, id: Hex): Promise<Ending | undefined> {
  const text = await records.get(table, id);
  return text === undefined ? undefined : (JSON.parse(text) as Ending);
}
