/** Reports transactions that were mined at once and failed. */
import type { Chain } from "@tandem/chain";
import { emptyBytes, Fault, type TxHash } from "@tandem/primitives";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import { explanationOf, failedExecutionOf } from "./failed-execution.js";
import { findReceipt } from "./show.js";

/**
 * Resolves if the transaction succeeded, or is not mined yet.
 * @throws {Fault} `transaction-failed`
 */
export async function assertSucceeded(
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
