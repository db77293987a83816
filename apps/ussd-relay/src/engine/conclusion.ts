/** Decides how followed transactions ended: another account can have submitted what they contain. */
import type { Receipt } from "../chain/chain.js";
import type { Ending } from "./ending.js";
import type { Outgoing } from "./outgoing.js";
import type { Settlement } from "./settlement.js";

/** Returns how a transaction ended that is in a block. */
export async function endingBy<T extends Outgoing>(
  receipt: Receipt,
  outgoing: T,
  settlement: Settlement<T>,
): Promise<Ending> {
  const { hash, isSuccess } = receipt;
  if (isSuccess) return { kind: "confirmed", hash };
  const other = await settlement.executionOf(outgoing);
  if (other !== undefined) return { kind: "confirmed", hash: other.hash };
  return { kind: "failed", hash, reason: await settlement.failureReason(outgoing, receipt) };
}

/**
 * Returns how a transaction ended whose nonce another one has used.
 * @param confirmations those with which a transaction is settled.
 * @returns undefined while what had its effect has fewer.
 */
export async function endingWithoutReceipt<T extends Outgoing>(
  outgoing: T,
  settlement: Settlement<T>,
  confirmations: number,
): Promise<Ending | undefined> {
  const other = await settlement.executionOf(outgoing);
  if (other === undefined) return { kind: "lost" };
  return other.confirmations < confirmations ? undefined : { kind: "confirmed", hash: other.hash };
}
