/** Lists the transactions of a session with their states, for the phone page. */
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import type { SessionTransaction } from "../demonstration/posts.js";
import type { ActionKind } from "../engine/action.js";

export interface ListedTransaction {
  readonly hash: Hex;
  readonly kind: ActionKind;
  readonly state: "waiting" | "confirmed" | "failed";
  /** Reason of a failure. */
  readonly reason: string | undefined;
}

const lostReason = "Another transaction took its nonce";

/** @throws {ConnectionError} when the node cannot be reached. */
export async function listTransactions(
  chain: Pick<Chain, "receipts" | "failureReason">,
  sent: readonly SessionTransaction[],
): Promise<readonly ListedTransaction[]> {
  if (sent.length === 0) return [];
  const found = await chain.receipts(sent.map(({ hash }) => hash));
  const isSuccess = new Map(found.map((receipt) => [receipt.hash, receipt.isSuccess]));
  return Promise.all(
    sent.map(async ({ hash, kind, isSettled }) => {
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
