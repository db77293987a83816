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
  /** Index of the parameter that names what is read. */
  readonly at: number;
}

/** The chain that is forked. Both methods return its result as it was received, and reject with its error. */
export interface Upstream {
  /** Returns undefined when the request is about our own blocks. */
  before(request: HistoricalRequest): Promise<unknown> | undefined;
  /** Called when the result here is undefined. Returns undefined when that chain cannot have one either. */
  otherwise(request: HistoricalRequest): Promise<unknown> | undefined;
}

/**
 * @param request undefined for a method that reads no history: it is answered here.
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
  const found = request && upstream.otherwise(request);
  return found === undefined ? undefined : textOf(await found);
}

const textOf = (result: unknown) => new JsonText(JSON.stringify(result ?? null));
