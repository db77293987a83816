/** Reports transactions that were mined at once and failed. */
import type { Chain, Traces } from "@tandem/chain";
import {
  type Bytes,
  emptyBytes,
  Fault,
  outermostCall,
  outermostCallOf,
  type TraceError,
  type TxHash,
} from "@tandem/primitives";
import { debugTransaction } from "./debug.js";
import { findReceipt } from "./show.js";
import { traceTransaction } from "./traces.js";

/**
 * Resolves if the transaction succeeded, or is not mined yet.
 * @throws {Fault} `transaction-failed`
 */
export async function assertSucceeded(chain: Chain, traces: Traces, hash: TxHash): Promise<void> {
  const found = findReceipt(chain, hash);
  if (found === undefined || found.receipt.isSuccess) return;
  const [outermost] = (await traceTransaction(chain, traces, hash)) ?? [];
  const error: TraceError = outermost?.trace.error ?? "Internal error";
  const output = error === "Reverted" ? await outputOf(chain, hash) : emptyBytes;
  throw new Fault({ code: "transaction-failed", hash, error, output });
}

/** Executes the transaction again, because its output is not stored. */
async function outputOf(chain: Chain, hash: TxHash): Promise<Bytes> {
  return outermostCallOf(await debugTransaction(chain, hash, outermostCall))?.output ?? emptyBytes;
}
