/** Releases transactions that can no longer have their effect: the user goes on, the follower too. */
import type { Chain } from "../chain/chain.js";
import type { Claim } from "../records/records.js";
import { titles } from "./action.js";
import { withClaims } from "./claims.js";
import { type Outgoing, outgoingChange } from "./outgoing.js";
import { receiptsOf } from "./receipts.js";
import type { Settlement } from "./settlement.js";
import type { WalletContext } from "./wallet-context.js";

export interface ReleaseOptions<T extends Outgoing>
  extends Pick<WalletContext, "records" | "token" | "log"> {
  readonly chain: Pick<Chain, "receipts">;
  readonly settlement: Settlement<T>;
}

/**
 * Informs the user of an expired transaction that it is lost. It stays among the records, because the
 * next ones of its wallet need its nonce. Does nothing while another process holds a claim.
 * @param turn the claim of the follower.
 * @returns the transaction as it is stored now.
 */
export async function releaseExpired<T extends Outgoing>(
  outgoing: T,
  { chain, records, token, log, settlement }: ReleaseOptions<T>,
  turn: Claim,
): Promise<T> {
  if (outgoing.isReleased || !(await settlement.isExpired(outgoing))) return outgoing;
  // It may have been executed since its receipt was read, but not since it has expired.
  if ((await receiptsOf([outgoing], chain)).size > 0) return outgoing;
  if ((await settlement.executionOf(outgoing)) !== undefined) return outgoing;
  const held = settlement.claimsOf(outgoing).map((id) => ({ id, token: `${token} settling` }));
  const released = { ...outgoing, isReleased: true };
  const isWritten = await withClaims(records, { held, waitMs: 1 }, async () => {
    const changes = await settlement.changesOf(outgoing, { kind: "lost" });
    return records.write([...changes, outgoingChange(released)], [...held, turn]);
  });
  if (!isWritten) return outgoing;
  log.warn(`${titles[outgoing.kind]} expired, its user can send another one: ${outgoing.id}`);
  return released;
}
