/**
 * Answers requests on a node that forks another chain. A request about blocks before the fork is
 * forwarded to that chain, a state that is not stored here yet is loaded from it, and results that are
 * not found here are requested from it.
 */
import { whenLoaded } from "@tandem/primitives";
import type { HistoricalRequest, Upstream } from "../../backend/upstream.js";
import { JsonText } from "../../written-json.js";

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
