/** Implements the client over HTTP: one POST for each call or batch. */

import { linkAbort } from "@tandem/runtime";
import { type Client, createClient } from "./batch.js";
import { type ClientLimits, defaultClientLimits } from "./limits.js";
import { readJson } from "./read-json.js";
import { type JsonRpcResponse, noAnswer, type Request, readResponse } from "./response.js";

export interface ClientOptions {
  readonly limits?: Partial<ClientLimits>;
  /** Aborts pending calls, which then fail as if the connection was lost. */
  readonly signal?: AbortSignal;
  /**
   * Sends a message in its turn, if the number of those in progress is limited. The time for an answer begins then.
   * @param method of its last call.
   */
  readonly inTurn?: <T>(method: string, send: () => Promise<T>) => Promise<T>;
}

/** @param url `http://host:port`, with the API key as its path if the node requires one. */
export function httpClient(url: string, options: ClientOptions = {}): Client {
  const { answerMs, answerBytesMax } = { ...defaultClientLimits, ...options.limits };
  const { signal, inTurn = (_, send) => send() } = options;
  return createClient((requests) =>
    inTurn(requests.at(-1)?.method ?? "", () => {
      const ending = linkAbort(signal, AbortSignal.timeout(answerMs));
      const bounds = { signal: ending.signal, answerBytesMax };
      return post(url, requests, bounds).finally(ending.release);
    }),
  );
}

interface Bounds extends Pick<ClientLimits, "answerBytesMax"> {
  readonly signal: AbortSignal;
}

async function post(
  url: string,
  requests: readonly Request[],
  bounds: Bounds,
): Promise<readonly JsonRpcResponse[]> {
  const value = await exchange(url, requests, bounds);
  return Array.isArray(value) ? value.map(readResponse) : [readResponse(value)];
}

/** Errors have a JSON-RPC body too, so that the status is not needed. */
async function exchange(
  url: string,
  requests: readonly Request[],
  { signal, answerBytesMax }: Bounds,
) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal,
    });
    return await readJson(response, answerBytesMax);
  } catch (cause) {
    throw noAnswer(cause);
  }
}
