/** Decides which requests the sealer of a cluster answers, and passes them to it. */
import type { BlockRef } from "@tandem/primitives";
import type { Client } from "../../access/client.js";
import type { ClusterApi } from "../../backend/cluster-api.js";
import type { Method } from "../../contract/method.js";
import { JsonText } from "../../written-json.js";
import type { Request } from "../request/envelope.js";

const isPending = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  (value as BlockRef & { tag?: string }).tag === "pending";

/** Returns whether only the sealer can answer, whatever the parameters are. */
export const isAlwaysForSealer = (method: Method): boolean =>
  method.isForSealer === true || method.isControl === true || method.isImport === true;

/** Returns whether only the sealer can answer: it creates blocks and holds the pending transactions. */
export function isForSealer(method: Method, params: unknown): boolean {
  if (isAlwaysForSealer(method)) return true;
  const { historical } = method;
  return (
    historical !== undefined && isPending((params as Record<string, unknown>)[historical.param])
  );
}

/**
 * Forwards a request to the sealer if only the sealer can answer.
 * @param cluster undefined for a node without a cluster.
 * @returns undefined if this node must answer.
 */
export function askSealer(
  cluster: ClusterApi | undefined,
  method: Method,
  params: unknown,
  request: Request,
  client: Client,
): Promise<JsonText> | undefined {
  if (cluster === undefined || cluster.isSealer() || !isForSealer(method, params)) return undefined;
  const answer = cluster.ask(request.method, request.params, client.id);
  return answer.then((text) => new JsonText(text));
}

/** Limits the wait for a result of the sealer that needs an answer of the cluster's log. */
export function limitAtSealer(
  cluster: ClusterApi | undefined,
  method: Method,
  result: unknown,
): unknown {
  const isLimited = cluster !== undefined && result instanceof Promise && isAlwaysForSealer(method);
  return isLimited ? cluster.limit(result) : result;
}
