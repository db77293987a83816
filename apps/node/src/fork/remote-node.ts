/**
 * Calls the forked node over JSON-RPC, and retries while it is unreachable, slow or limits the rate.
 */
import { setMaxListeners } from "node:events";
import { Fault } from "@tandem/primitives";
import { fetchReason, RpcError } from "@tandem/rpc";
import { linkAbort, pause, type Tracer } from "@tandem/runtime";
import { splitLogin } from "../bitcoin-node/url-login.js";
import { AnswerReader, Passing } from "./answer-reader.js";
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
   * @throws the reason of `leaving`, once it is aborted.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

const json = "application/json";

/** The reason of a request that took too long. */
const lateAnswer = new Error(`no answer in ${forkLimits.requestMs} ms`);

export interface RemoteNodeOptions {
  /** Its span in progress becomes the parent of the other node's spans. */
  readonly tracer?: Tracer | undefined;
  /** Ends all requests when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
  readonly limits?: Readonly<Record<keyof typeof forkLimits, number>>;
}

export function remoteNode(
  given: string,
  { tracer, leaving = new AbortController().signal, limits = forkLimits }: RemoteNodeOptions = {},
): RemoteNode {
  // Each request in progress listens, and Node warns of more than ten.
  setMaxListeners(0, leaving);
  let url = new URL(given).href;
  const addressOf = () => new URL(url).origin;
  let lastId = 0;
  const answers = new AnswerReader(limits);

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const request = { jsonrpc: "2.0", id: ++lastId, method, params };
    const { signal, abort, release } = linkAbort(leaving);
    const timer = setTimeout(() => abort(lateAnswer), limits.requestMs);
    const { address, authorization } = splitLogin(url);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": json, ...authorization, ...traceHeaders(tracer) },
        body: JSON.stringify(request),
        signal,
      }).catch((cause: unknown) => {
        throw new Passing(fetchReason(cause));
      });
      return await answers.resultOf(response, method, addressOf());
    } finally {
      clearTimeout(timer);
      release();
    }
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
      for (let tries = 1, restMs = limits.retryMs; ; tries++, restMs *= 2) {
        try {
          return await ask(method, params);
        } catch (error) {
          leaving.throwIfAborted();
          if (!(error instanceof Passing)) throw error;
          if (tries >= limits.triesMax || error.restMs > limits.restMaxMs) {
            throw failureOf(`${addressOf()} did not answer ${method}`, tries, error);
          }
          await pause(Math.max(restMs, error.restMs), leaving);
        }
      }
    },
  };
}

/** Returns the error of a request that is not repeated again: the node's own, with its code, if it has one. */
function failureOf(what: string, tries: number, passing: Passing): Error {
  const { message, restMs, cause } = passing;
  if (cause instanceof RpcError) return cause;
  const attempts = `${tries} ${tries === 1 ? "attempt" : "attempts"}`;
  const wait = restMs > 0 ? `, and it asks to wait ${Math.ceil(restMs / 1000)} s` : "";
  const text = `the forked node ${what} in ${attempts}: ${message}${wait}`;
  return new Fault({ code: "execution-failed", message: text }, { cause: passing });
}

/** Returns the header that passes on the span in progress. */
function traceHeaders(tracer: Tracer | undefined): Readonly<Record<string, string>> {
  const traceparent = tracer?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}
