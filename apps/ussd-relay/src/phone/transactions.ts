/** What became of the transactions of a session, as the phone page lists them. */
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import type { PaidKind } from "../session/store.js";
import type { WatchedSending } from "./watched-store.js";

export interface ListedTransaction {
  readonly hash: Hex;
  readonly kind: PaidKind;
  readonly state: "waiting" | "confirmed" | "failed";
  /** Why it failed. */
  readonly reason: string | undefined;
}

const lostReason = "Another transaction took its nonce";

/** @throws {ConnectionError} when the node cannot be asked. */
export async function listTransactions(
  chain: Pick<Chain, "inclusions" | "failureReason">,
  sendings: readonly WatchedSending[],
): Promise<readonly ListedTransaction[]> {
  if (sendings.length === 0) return [];
  const found = await chain.inclusions(sendings.map(({ hash }) => hash));
  const isSuccess = new Map(found.map((inclusion) => [inclusion.hash, inclusion.isSuccess]));
  return Promise.all(
    sendings.map(async ({ hash, kind, isSettled }) => {
      const row = { hash, kind, reason: undefined };
      const success = isSuccess.get(hash);
      if (success === true) return { ...row, state: "confirmed" } as const;
      if (success === false) {
        return { ...row, state: "failed", reason: await chain.failureReason(hash) } as const;
      }
      return isSettled
        ? ({ ...row, state: "failed", reason: lostReason } as const)
        : ({ ...row, state: "waiting" } as const);
    }),
  );
}
