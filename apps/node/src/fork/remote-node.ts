/**
 * Calls the forked node over JSON-RPC, and retries while it is unreachable, slow or limits the rate.
 */
import { setMaxListeners } from "node:events";
import { counted, Fault } from "@tandem/primitives";
import { fetchReason, RpcError } from "@tandem/rpc";
import { type LinkedAbort, linkAbort, pause, type Tracer } from "@tandem/runtime";
import { splitLogin } from "../bitcoin-node/url-login.js";
import { AnswerReader, Passing } from "./answer-reader.js";
import { forkLimits } from "./limits.js";
import { RequestQueue } from "./request-queue.js";

export interface RemoteNode {
  /** The address for people, without user, password and path, which may contain a key. */
  readonly address: string;
  /** The whole address. */
  readonly url: string;
  /** Sends requests to another address from now on, also those in progress. */
  moveTo(url: string): void;
  /** Ends the requests in progress with a reason, not later ones. */
  cancel(reason: Error): void;
  /**
   * @throws {RpcError} the error of the node.
   * @throws {Fault} `execution-failed` if it cannot be reached.
   * @throws the reason of `leaving`, once it is aborted, or of `cancel`.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Returns the address for people. */
const addressIn = (url: URL): string => url.origin;

const json = "application/json";

/** The reason of a request that took too long. */
const lateAnswer = new Error(`no answer in ${forkLimits.requestMs} ms`);

type Limits = Readonly<Record<keyof typeof forkLimits, number>>;

export interface RemoteNodeOptions {
  /** Its span in progress becomes the parent of the other node's spans. */
  readonly tracer?: Tracer | undefined;
  /** Ends all requests when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
  readonly limits?: Limits;
}

export function remoteNode(given: string, options: RemoteNodeOptions = {}): RemoteNode {
  const { leaving = new AbortController().signal, limits = forkLimits } = options;
  // Each request in progress listens, and Node warns of more than ten.
  setMaxListeners(0, leaving);
  let url = new URL(given).href;
  const addressOf = () => addressIn(new URL(url));
  /** Ends each attempt in progress, after which its request may be repeated. */
  const attempts = new Set<LinkedAbort["abort"]>();
  const ask = asker({ ...options, limits }, () => new URL(url), attempts);
  const queue = new RequestQueue(limits.requestsAtOnce);
  /** Ends each request in progress. */
  const inProgress = new Set<LinkedAbort["abort"]>();

  async function askRepeatedly(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown> {
    for (let tries = 1, restMs = limits.retryMs; ; tries++, restMs *= 2) {
      const askedUrl = url;
      try {
        return await queue.run(() => ask(method, params, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Passing)) throw error;
        if (askedUrl !== url) return askRepeatedly(method, params, signal);
        if (tries >= limits.triesMax || error.restMs > limits.restMaxMs) {
          throw failureOf(`${addressOf()} did not answer ${method}`, tries, error);
        }
        await pause(Math.max(restMs, error.restMs), signal);
      }
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
      for (const abort of attempts) abort();
    },
    cancel(reason) {
      for (const abort of inProgress) abort(reason);
    },
    async call(method, params) {
      const { signal, abort, release } = linkAbort(leaving);
      inProgress.add(abort);
      try {
        return await askRepeatedly(method, params, signal);
      } finally {
        inProgress.delete(abort);
        release();
      }
    },
  };
}

/** Returns a function that sends one request. It throws {Passing} where it may be repeated. */
function asker(
  { tracer, limits }: RemoteNodeOptions & { readonly limits: Limits },
  urlNow: () => URL,
  attempts: Set<LinkedAbort["abort"]>,
) {
  let lastId = 0;
  const answers = new AnswerReader(limits);
  return async (method: string, params: readonly unknown[], ending: AbortSignal) => {
    const request = { jsonrpc: "2.0", id: ++lastId, method, params };
    const { signal, abort, release } = linkAbort(ending);
    attempts.add(abort);
    const timer = setTimeout(() => abort(lateAnswer), limits.requestMs);
    const url = urlNow();
    const { address, authorization } = splitLogin(url.href);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": json, ...authorization, ...traceHeaders(tracer) },
        body: JSON.stringify(request),
        signal,
      }).catch((cause: unknown) => {
        throw new Passing(fetchReason(cause));
      });
      return await answers.resultOf(response, method, addressIn(url));
    } finally {
      clearTimeout(timer);
      attempts.delete(abort);
      release();
    }
  };
}

/** Returns the error of a request that is not repeated again: the node's own, with its code, if it has one. */
function failureOf(what: string, tries: number, passing: Passing): Error {
  const { message, restMs, cause } = passing;
  if (cause instanceof RpcError) return cause;
  const wait = restMs > 0 ? `, and it asks to wait ${Math.ceil(restMs / 1000)} s` : "";
  const text = `the forked node ${what} in ${counted(tries, "attempt")}: ${message}${wait}`;
  return new Fault({ code: "execution-failed", message: text }, { cause: passing });
}

/** Returns the header that passes on the span in progress. */
function traceHeaders(tracer: Tracer | undefined): Readonly<Record<string, string>> {
  const traceparent = tracer?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}
