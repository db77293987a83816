/**
 * Calls the forked node over JSON-RPC, and retries while it is unreachable, slow or limits the rate.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Fault } from "@tandem/primitives";
import { fetchReason, RpcError } from "@tandem/rpc";
import type { Tracer } from "@tandem/runtime";
import { forkLimits } from "./limits.js";

export interface RemoteNode {
  /** The address for people, without user, password and path, which may contain a key. */
  readonly address: string;
  /** The whole address. */
  readonly url: string;
  /** Sends requests to another address from now on. */
  moveTo(url: string): void;
  /**
   * @throws {RpcError} the error of the node.
   * @throws {Fault} `execution-failed` if it cannot be reached.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** The error codes of services that limit the rate. */
const patienceCodes = new Set([429, -32005, -32029]);

/** A temporary failure, after which the request is repeated. */
class Passing extends Error {}

/** @param tracer its span in progress becomes the parent of the other node's spans. */
export function remoteNode(given: string, tracer?: Tracer): RemoteNode {
  let url = new URL(given).href;
  const addressOf = () => new URL(url).origin;
  let lastId = 0;

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const request = { jsonrpc: "2.0", id: ++lastId, method, params };
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...traceHeaders(tracer) },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(forkLimits.requestMs),
    }).catch((cause: unknown) => {
      throw new Passing(reasonOf(cause));
    });
    if (response.status === 429 || response.status >= 500) {
      throw new Passing(`HTTP ${response.status}`);
    }
    return resultOf(await textOf(response));
  }

  return {
    get address() {
      return addressOf();
    },
    get url() {
      return url;
    },
    moveTo(next) {
      url = new URL(next).href;
    },
    async call(method, params) {
      for (let tries = 1, restMs: number = forkLimits.retryMs; ; tries++, restMs *= 2) {
        try {
          return await ask(method, params);
        } catch (error) {
          if (!(error instanceof Passing)) throw error;
          if (tries >= forkLimits.triesMax) {
            const message = `the forked node ${addressOf()} did not answer ${method} in ${tries} attempts: ${error.message}`;
            throw new Fault({ code: "execution-failed", message }, { cause: error });
          }
          await pause(restMs);
        }
      }
    },
  };
}

/** Returns the header that passes on the span in progress. */
function traceHeaders(tracer: Tracer | undefined): Readonly<Record<string, string>> {
  const traceparent = tracer?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > forkLimits.answerBytesMax) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Passing(reasonOf(cause));
  }
  if (length <= forkLimits.answerBytesMax) return Buffer.concat(chunks).toString();
  const max = forkLimits.answerBytesMax;
  throw new Fault({ code: "limit-exceeded", limit: "forked-answer-bytes", max });
}

function resultOf(text: string): unknown {
  let answer: { readonly result?: unknown; readonly error?: Record<string, unknown> };
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Passing("the answer is not JSON");
  }
  const { error } = answer;
  if (error === undefined || error === null) return answer.result;
  const code = typeof error.code === "number" ? error.code : -32603;
  const message = typeof error.message === "string" ? error.message : "an error without a message";
  if (patienceCodes.has(code)) throw new Passing(message);
  throw new RpcError(code, message, error.data);
}

/** Returns the reason why a request failed. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === "TimeoutError"
    ? `no answer in ${forkLimits.requestMs} ms`
    : fetchReason(error);
