/** Finds out how a mined transaction failed, and where in its sources. */
import {
  emptyBytes,
  type FailedExecution,
  type FailureExplanation,
  Fault,
  outermostCall,
  outermostCallOf,
  type TxHash,
  toHex,
} from "@tandem/primitives";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import { explanationsMax } from "../solidity-trace/limits.js";
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

/**
 * Returns where in its sources a mined transaction failed, if compilations are given; undefined if too many
 * failures wait.
 */
export function explanationOf(
  explainer: FailureExplainer | undefined,
  chain: ReadChain,
  hash: TxHash,
  { output }: FailedExecution,
): Promise<FailureExplanation | undefined> | undefined {
  const location = chain.locate(hash);
  if (location === undefined) return Promise.resolve(undefined);
  return explainer?.explainOnce(
    `${toHex(location.blockHash)} ${location.index}`,
    (tracer, cancellation) => debugTransaction(chain, hash, { tracer, cancellation }),
    output,
  );
}

/**
 * Returns where in its sources a transaction failed; undefined if it did not fail, or nothing is known.
 * @throws {Fault} `limit-exceeded` if too many failures wait.
 */
export async function stackTraceOf(
  explainer: FailureExplainer | undefined,
  chain: ReadChain,
  hash: TxHash,
): Promise<FailureExplanation | undefined> {
  const failed = explainer && (await failedExecutionOf(chain, hash));
  if (failed === undefined) return undefined;
  const explained = explanationOf(explainer, chain, hash, failed);
  if (explained !== undefined) return explained;
  throw new Fault({ code: "limit-exceeded", limit: "explanations", max: explanationsMax });
}
