/** Finds what has become of the transactions that sessions have sent. */
import type { Hex } from "viem";
import type { Records } from "../records/records.js";
import type { ActionKind } from "./action.js";
import { closingOf } from "./answer-once.js";
import { type Ending, loadEnding } from "./ending.js";
import { loadOutgoing, type Outgoing } from "./outgoing.js";

export interface SessionTransaction {
  /** Hash of the first attempt. */
  readonly hash: Hex;
  readonly kind: ActionKind;
  readonly nonce: number;
  /** Hashes of the attempts, one of which may be in a block. */
  readonly attempts: readonly Hex[];
  /** Undefined while the relay follows the transaction, and for those that an older version has settled. */
  readonly ending: Ending | undefined;
}

/** Returns the value that closes a session: the transaction it sent, as JSON. */
export const sentValue = ({ id, kind, nonce }: Pick<Outgoing, "id" | "kind" | "nonce">): string =>
  JSON.stringify({ hash: id, kind, nonce });

/**
 * Returns what has become of the transaction that closed a session.
 * @param scope as that of `closingOf`.
 * @returns undefined for an open session, and for one that a former version has closed without the hash.
 */
export async function sessionTransaction(
  records: Records,
  sessionId: string,
  scope?: ActionKind,
): Promise<SessionTransaction | undefined> {
  const value = await closingOf(records, sessionId, scope);
  if (value === undefined) return undefined;
  // Former versions have stored no kind where it is the scope.
  const { hash, kind, nonce } = { kind: scope, ...JSON.parse(value) } as {
    readonly hash?: Hex;
    readonly kind: ActionKind;
    readonly nonce: number;
  };
  if (hash === undefined) return undefined;
  // The ending is read last: it is written in the step that removes the followed transaction.
  const outgoing = await loadOutgoing(records, hash);
  if (outgoing === undefined) {
    return { hash, kind, nonce, attempts: [hash], ending: await loadEnding(records, hash) };
  }
  const attempts = outgoing.attempts.map((one) => one.hash);
  return { hash, kind, nonce, attempts, ending: undefined };
}
