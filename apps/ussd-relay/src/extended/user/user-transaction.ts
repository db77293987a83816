/** Stores and settles users' transactions. */
import type { Chain, ContractCall, Receipt } from "../../chain/chain.js";
import type { Forwarder, SignedRequest } from "../../chain/forwarder.js";
import type { FailureReason } from "../../engine/action.js";
import { endingChange, failureIn } from "../../engine/ending.js";
import type { Outgoing } from "../../engine/outgoing.js";
import type { Settlement } from "../../engine/settlement.js";
import { relayLimits } from "../../limits.js";
import type { Records } from "../../records/records.js";
import { deadlineOf } from "../forward.js";
import type { Outcome } from "./outcome.js";
import { loadUser, spentOn, type User, userChange } from "./user.js";

export interface UserTransaction extends Outgoing {
  /** The user's call to the contract, which the call to the forwarder contains. */
  readonly call: ContractCall;
  /** The signed request for it; rows of former versions lack it. */
  readonly request?: SignedRequest | undefined;
  readonly userId: string;
  readonly wei: bigint;
  /** The day on which the amount counts, in days since 1970 UTC. */
  readonly day: number;
}

export interface SettlementOptions {
  readonly chain: Pick<Chain, "callFailure" | "latestBlock">;
  readonly forwarder: Pick<Forwarder, "executionOf">;
  readonly records: Records;
  /** Milliseconds without a receipt after which a transaction is replaced. */
  readonly stuckMs: number;
}

export function userSettlement(options: SettlementOptions): Settlement<UserTransaction> {
  const { chain, forwarder, records, stuckMs } = options;
  return {
    replaceAfterMs: stuckMs,
    // The forwarder does not return the revert reason of the inner call.
    failureReason: ({ call }, { blockNumber }: Receipt) => chain.callFailure(call, blockNumber),
    claimsOf: ({ userId }) => [`user:${userId}`],
    isExpired: async ({ data }) => (await chain.latestBlock()).time > deadlineOf(data),
    executionOf: async ({ request }) => request && forwarder.executionOf(request),
    async changesOf(transaction, ending) {
      const ended = endingChange(transaction.id, ending, relayLimits.sessionMs);
      // The user was told of the failure when the transaction was released, and may have sent another.
      if (transaction.isReleased && ending.kind !== "confirmed") return [ended];
      const user = await loadUser(records, transaction.userId);
      if (user === undefined) return [ended];
      return [ended, userChange(settledUser(user, transaction, failureIn(ending)))];
    },
  };
}

/**
 * Returns the user after settlement. A failed amount does not count towards the daily limit, and one that was released,
 * which is a failure, counts again if it is executed after all.
 */
function settledUser(
  user: User,
  { kind, wei, day, isReleased }: UserTransaction,
  failure: FailureReason | undefined,
): User {
  const outcome: Outcome = { kind, wei: wei.toString(), ...(failure && { failure }) };
  const change = failure !== undefined ? -wei : isReleased ? wei : 0n;
  const isCounted = kind === "transfer" && user.spent.day === day;
  const spent = isCounted ? { day, wei: (spentOn(day, user) + change).toString() } : user.spent;
  const history = [outcome, ...user.history].slice(0, relayLimits.historyMax);
  // After a reorganization, a released transaction can be executed while another one is pending.
  const pending = isReleased ? user.pending : undefined;
  return { ...user, pending, unread: outcome, history, spent };
}
