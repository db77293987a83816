/**
 * Answers of a node that forks another chain: what is before the fork is that chain's to answer, what
 * is not known here may be known there, and a state that is not here yet is brought and asked again.
 */
import { whenLoaded } from "@tandem/primitives";
import { JsonText } from "../contract/writer.js";

/** A request, its parameters as they came. */
export interface ForwardedRequest {
  /** The method's first name. */
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The chain behind ours. Both answer with the result as it came, and reject with its error. */
export interface Upstream {
  /** Undefined when the request is about our own blocks. */
  before(request: ForwardedRequest): Promise<unknown> | undefined;
  /** After we had no answer. Undefined when that chain has none either. */
  otherwise(request: ForwardedRequest): Promise<unknown> | undefined;
}

/** @throws what the handler throws, or the other node answers. */
export async function answerForked(
  upstream: Upstream,
  request: ForwardedRequest,
  handle: () => unknown,
): Promise<unknown> {
  const earlier = upstream.before(request);
  if (earlier !== undefined) return textOf(await earlier);
  const result = await whenLoaded(handle);
  if (result !== undefined) return result;
  const found = upstream.otherwise(request);
  return found === undefined ? undefined : textOf(await found);
}

const textOf = (result: unknown) => new JsonText(JSON.stringify(result ?? null));
