/** Finds what has become of the transactions that sessions have sent. */
import type { Hex } from "viem";
import type { Records } from "../records/records.js";
import type { ActionKind } from "./action.js";
import { type Ending, loadEnding } from "./ending.js";
import { loadOutgoing } from "./outgoing.js";

/** A transaction as its session's row names it. */
export interface SentTransaction {
  /** Hash of the first attempt. */
  readonly hash: Hex;
  readonly kind: ActionKind;
  readonly nonce: number;
}

export interface SessionTransaction extends SentTransaction {
  /** Hashes of the attempts, one of which may be in a block. */
  readonly attempts: readonly Hex[];
  /** Undefined while the relay follows the transaction, and for those that an older version has settled. */
  readonly ending: Ending | undefined;
}

/** Returns a transaction with its attempts while it is followed, and with its ending afterwards. */
export async function sessionTransaction(
  records: Records,
  sent: SentTransaction,
): Promise<SessionTransaction> {
  const { hash } = sent;
  // The ending is read last: it is written in the step that removes the followed transaction.
  const outgoing = await loadOutgoing(records, hash);
  if (outgoing === undefined) {
    return { ...sent, attempts: [hash], ending: await loadEnding(records, hash) };
  }
  return { ...sent, attempts: outgoing.attempts.map((one) => one.hash), ending: undefined };
}
