/** The client over HTTP: one POST a call, or a batch. */
import { type Answer, ConnectionError, type Request, readAnswer } from "./answer.js";
import { type Client, createClient } from "./batch.js";
import { type ClientLimits, defaultClientLimits } from "./limits.js";

export interface ClientOptions {
  readonly limits?: Partial<ClientLimits>;
}

/** @param url `http://host:port`, with the API key as its path where the node wants one. */
export function httpClient(url: string, options: ClientOptions = {}): Client {
  const { answerMs } = { ...defaultClientLimits, ...options.limits };
  return createClient((requests) => post(url, requests, answerMs));
}

async function post(
  url: string,
  requests: readonly Request[],
  answerMs: number,
): Promise<readonly Answer[]> {
  const value = await exchange(url, requests, answerMs);
  return Array.isArray(value) ? value.map(readAnswer) : [readAnswer(value)];
}

/** Refusals have a JSON-RPC body too, so the status tells nothing more. */
async function exchange(url: string, requests: readonly Request[], answerMs: number) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal: AbortSignal.timeout(answerMs),
    });
    return (await response.json()) as unknown;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConnectionError(`no answer over HTTP: ${why}`, { cause });
  }
}
