/** Lists the transactions of a session with their states, for the phone page. */
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.js";
import type { ActionKind } from "../engine/action.js";
import type { Ending } from "../engine/ending.js";
import type { SessionTransaction } from "../engine/session-transaction.js";

export interface ListedTransaction {
  /** Hash of the attempt that is in a block, otherwise of the first one. */
  readonly hash: Hex;
  readonly kind: ActionKind;
  readonly state: "waiting" | "confirmed" | "failed";
  /** Reason of a failure. */
  readonly reason: string | undefined;
}

const lostReason = "Another transaction took its nonce";

/** @throws {ConnectionError} when the node cannot be reached. */
export async function listTransactions(
  chain: Pick<Chain, "receipts">,
  sent: readonly SessionTransaction[],
): Promise<readonly ListedTransaction[]> {
  const unsettled = sent.filter(({ ending }) => ending === undefined);
  const hashes = unsettled.flatMap(({ attempts }) => attempts);
  // A failed one is listed as waiting until it is settled: another account may have made the payment that it contains.
  const receipts = (hashes.length === 0 ? [] : await chain.receipts(hashes)).filter(
    ({ isSuccess }) => isSuccess,
  );
  return sent.map((transaction) => {
    const found = receipts.find(({ hash }) => transaction.attempts.includes(hash));
    return rowOf(
      transaction,
      transaction.ending ?? (found && { kind: "confirmed", hash: found.hash }),
    );
  });
}

function rowOf({ hash, kind }: SessionTransaction, ending: Ending | undefined): ListedTransaction {
  switch (ending?.kind) {
    case undefined:
      return { hash, kind, state: "waiting", reason: undefined };
    case "confirmed":
      return { hash: ending.hash, kind, state: "confirmed", reason: undefined };
    case "failed":
      return { hash: ending.hash, kind, state: "failed", reason: ending.reason };
    case "lost":
      return { hash, kind, state: "failed", reason: lostReason };
  }
}
