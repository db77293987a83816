/** Reports transactions that were mined at once and failed, once they are kept. */
import type { Chain } from "@tandem/chain";
import { emptyBytes, Fault, type TxHash } from "@tandem/primitives";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import { explanationOf, failedExecutionOf } from "./failed-execution.js";
import { type SendingOptions, standardSending } from "./send.js";
import { findReceipt } from "./show.js";

/**
 * Returns the hash of a sent transaction.
 * @param unconfirmed receives the hash if it is confirmed later.
 * @throws {Fault} `transaction-failed` if failures are reported.
 */
export type FailureReport = (hash: TxHash, unconfirmed?: TxHash[]) => TxHash | Promise<TxHash>;

interface ReportParts {
  readonly chain: Chain;
  readonly sending?: Pick<SendingOptions, "reportsFailures">;
  readonly keepSent?: ((hashes: readonly TxHash[]) => Promise<void>) | undefined;
  readonly explainer?: FailureExplainer | undefined;
}

/** Returns a function that reports failures as the options say. */
export function failureReportOf({
  chain,
  sending = standardSending,
  keepSent,
  explainer: known,
}: ReportParts): FailureReport {
  if (!sending.reportsFailures && keepSent === undefined) return (hash) => hash;
  const explainer = known?.explainsErrors ? known : undefined;
  return async (hash, unconfirmed) => {
    if (unconfirmed === undefined) await keepSent?.([hash]);
    else if (keepSent !== undefined) unconfirmed.push(hash);
    if (sending.reportsFailures) await assertSucceeded(chain, hash, explainer);
    return hash;
  };
}

/**
 * Resolves if the transaction succeeded, or is not mined yet.
 * @throws {Fault} `transaction-failed`
 */
async function assertSucceeded(
  chain: Chain,
  hash: TxHash,
  explainer: FailureExplainer | undefined,
): Promise<void> {
  const found = findReceipt(chain, hash);
  if (found === undefined || found.receipt.isSuccess) return;
  const failed = await failedExecutionOf(chain, hash);
  const error = failed?.failure.error ?? "Internal error";
  const output = failed?.output ?? emptyBytes;
  const explanation = failed && (await explanationOf(explainer, chain, hash, failed));
  throw new Fault({ code: "transaction-failed", hash, error, output, explanation });
}
