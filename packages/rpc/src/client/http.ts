/** Implements the client over HTTP: one POST for each call or batch. */

import { type Client, createClient } from "./batch.js";
import { type ClientLimits, defaultClientLimits } from "./limits.js";
import { type JsonRpcResponse, noAnswer, type Request, readResponse } from "./response.js";

export interface ClientOptions {
  readonly limits?: Partial<ClientLimits>;
  /** Aborts pending calls, which then fail as if the connection was lost. */
  readonly signal?: AbortSignal;
}

/** @param url `http://host:port`, with the API key as its path if the node requires one. */
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

/** Errors have a JSON-RPC body too, so that the status is not needed. */
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
    throw noAnswer(cause);
  }
}
