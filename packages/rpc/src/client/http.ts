/** The client over HTTP: one POST a call, or a batch. */

import { type Client, createClient } from "./batch.js";
import { type ClientLimits, defaultClientLimits } from "./limits.js";
import { ConnectionError, type JsonRpcResponse, type Request, readResponse } from "./response.js";

export interface ClientOptions {
  readonly limits?: Partial<ClientLimits>;
  /** Ends the calls that wait for an answer, which then fail as if the connection was lost. */
  readonly signal?: AbortSignal;
}

/** @param url `http://host:port`, with the API key as its path where the node wants one. */
export function httpClient(url: string, options: ClientOptions = {}): Client {
  const { answerMs } = { ...defaultClientLimits, ...options.limits };
  const { signal } = options;
  return createClient((requests) => {
    const timeout = AbortSignal.timeout(answerMs);
    return post(url, requests, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  });
}

async function post(
  url: string,
  requests: readonly Request[],
  signal: AbortSignal,
): Promise<readonly JsonRpcResponse[]> {
  const value = await exchange(url, requests, signal);
  return Array.isArray(value) ? value.map(readResponse) : [readResponse(value)];
}

/** Refusals have a JSON-RPC body too, so the status tells nothing more. */
async function exchange(url: string, requests: readonly Request[], signal: AbortSignal) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal,
    });
    return (await response.json()) as unknown;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`no answer over HTTP: ${why}`, { cause });
  }
}
