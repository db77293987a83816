/** Finds out how a mined transaction failed. */
import {
  emptyBytes,
  type FailedExecution,
  outermostCall,
  outermostCallOf,
  type TxHash,
} from "@tandem/primitives";
import { debugTransaction } from "./debug.js";
import type { ReadChain } from "./read-chain.js";

/**
 * Returns how a transaction failed: as it was executed for its block, or, if that is no longer known,
 * by executing it again. Returns undefined if it succeeded, or is not mined.
 */
export async function failedExecutionOf(
  chain: ReadChain,
  hash: TxHash,
): Promise<FailedExecution | undefined> {
  await chain.blocks.prepareLocated(hash);
  const location = chain.locate(hash);
  const known = location && chain.blocks.failures(location.blockHash)?.get(location.index);
  if (known !== undefined) return known;
  const call = outermostCallOf(await debugTransaction(chain, hash, { tracer: outermostCall }));
  return call?.failure && { failure: call.failure, output: call.output ?? emptyBytes };
}
