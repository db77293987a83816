/**
 * Answers requests on a node that forks another chain. A request about blocks before the fork is
 * forwarded to that chain, a state that is not stored here yet is loaded from it, and results that are
 * not found here are requested from it.
 */
import { whenLoaded } from "@tandem/primitives";
import { JsonText } from "../../contract/codec/writer.js";
import type { Historical } from "../../contract/method.js";

/** A request about the past of the chain. */
export interface HistoricalRequest {
  /** The declared name of the method. */
  readonly method: string;
  /** The parameters as they were received. */
  readonly params: readonly unknown[];
  readonly kind: Historical["kind"];
  /** The index of the parameter that names the block, transaction or range. */
  readonly at: number;
}

/**
 * The chain that is forked. Both methods return its result as it was received, and reject with its
 * error.
 */
export interface Upstream {
  /** Returns undefined if the request is about this node's own blocks. */
  before(request: HistoricalRequest): Promise<unknown> | undefined;
  /**
   * Called when the result on this node is undefined. Returns undefined if that chain cannot have a
   * result either.
   */
  otherwise(request: HistoricalRequest): Promise<unknown> | undefined;
}

/**
 * Returns undefined if neither chain has a result.
 * @param request undefined for a method that reads no history: this node answers it.
 * @throws what the handler throws, or the error of the other node.
 */
export async function answerForked(
  upstream: Upstream,
  request: HistoricalRequest | undefined,
  handle: () => unknown,
): Promise<unknown> {
  const earlier = request && upstream.before(request);
  if (earlier !== undefined) return textOf(await earlier);
  const result = await whenLoaded(handle);
  if (result !== undefined) return result;
  const found = request && (await upstream.otherwise(request));
  return found == null ? undefined : textOf(found);
}

const textOf = (result: unknown) => new JsonText(JSON.stringify(result ?? null));
