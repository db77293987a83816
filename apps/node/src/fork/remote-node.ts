/**
 * Calls the forked node over JSON-RPC, and retries while it is unreachable, slow or limits the rate.
 */
import { counted, Fault } from "@tandem/primitives";
import { fetchReason, RpcError } from "@tandem/rpc";
import { type LinkedAbort, linkAbort, pause, type Tracer } from "@tandem/runtime";
import { splitLogin } from "../bitcoin-node/url-login.js";
import { AnswerReader, Passing } from "./answer-reader.js";
import { inExactForm } from "./exact-forms.js";
import { forkLimits } from "./limits.js";
import { RequestQueue } from "./request-queue.js";

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

export class RemoteNode {
  readonly #tracer: Tracer | undefined;
  readonly #leaving: AbortSignal;
  readonly #limits: Limits;
  readonly #queue: RequestQueue;
  readonly #answers: AnswerReader;
  /** Ends each request in progress. */
  readonly #inProgress = new Set<LinkedAbort["abort"]>();
  /** Ends each attempt in progress, after which its request may be repeated. */
  readonly #attempts = new Set<LinkedAbort["abort"]>();
  #url: URL;
  #lastId = 0;

  constructor(url: string, options: RemoteNodeOptions = {}) {
    const { tracer, leaving = new AbortController().signal, limits = forkLimits } = options;
    this.#tracer = tracer;
    this.#leaving = leaving;
    this.#limits = limits;
    this.#queue = new RequestQueue(limits.requestsAtOnce);
    this.#answers = new AnswerReader(limits);
    this.#url = new URL(url);
  }

  /** The address for people, without user, password and path, which may contain a key. */
  get address(): string {
    return this.#url.origin;
  }

  /** The whole address. */
  get url(): string {
    return this.#url.href;
  }

  /** Sends requests to another address from now on, also those in progress. */
  moveTo(url: string): void {
    this.#url = new URL(url);
    for (const abort of this.#attempts) abort();
  }

  /** Ends the requests in progress with a reason, not later ones. */
  cancel(reason: Error): void {
    for (const abort of this.#inProgress) abort(reason);
  }

  /**
   * Returns the result in the specification's form, as far as it can be put into it.
   * @throws {RpcError} the error of the node.
   * @throws {Fault} `execution-failed` if it cannot be reached.
   * @throws the reason of `leaving`, once it is aborted, or of `cancel`.
   */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const { signal, abort, release } = linkAbort(this.#leaving);
    this.#inProgress.add(abort);
    try {
      return inExactForm(method, await this.#askRepeatedly(method, params, signal));
    } finally {
      this.#inProgress.delete(abort);
      release();
    }
  }

  async #askRepeatedly(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown> {
    const { retryMs, triesMax, restMaxMs } = this.#limits;
    for (let tries = 1, restMs = retryMs; ; tries++, restMs *= 2) {
      const { url } = this;
      try {
        return await this.#queue.run(() => this.#ask(method, params, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Passing)) throw error;
        if (url !== this.url) return this.#askRepeatedly(method, params, signal);
        if (tries >= triesMax || error.restMs > restMaxMs) {
          throw failureOf(`${this.address} did not answer ${method}`, tries, error);
        }
        await pause(Math.max(restMs, error.restMs), signal);
      }
    }
  }

  /** Sends one request. @throws {Passing} where it may be repeated. */
  async #ask(method: string, params: readonly unknown[], ending: AbortSignal): Promise<unknown> {
    const request = { jsonrpc: "2.0", id: ++this.#lastId, method, params };
    const { signal, abort, release } = linkAbort(ending);
    this.#attempts.add(abort);
    const timer = setTimeout(() => abort(lateAnswer), this.#limits.requestMs);
    const { href, origin } = this.#url;
    const { address, authorization } = splitLogin(href);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": json, ...authorization, ...traceHeaders(this.#tracer) },
        body: JSON.stringify(request),
        signal,
      }).catch((cause: unknown) => {
        throw new Passing(fetchReason(cause));
      });
      return await this.#answers.resultOf(response, request, origin);
    } finally {
      clearTimeout(timer);
      this.#attempts.delete(abort);
      release();
    }
  }
}

/** Returns the error of a request that is not repeated again: the node's own, with its code, if it has one. */
function failureOf(what: string, tries: number, passing: Passing): Error {
  const { message, restMs, cause } = passing;
  if (cause instanceof RpcError) return cause;
  const least = restMs < forkLimits.restReadMaxMs ? "" : "at least ";
  const wait = restMs > 0 ? `, and it asks to wait ${least}${Math.ceil(restMs / 1000)} s` : "";
  const text = `the forked node ${what} in ${counted(tries, "attempt")}: ${message}${wait}`;
  return new Fault({ code: "execution-failed", message: text }, { cause: passing });
}

/** Returns the header that passes on the span in progress. */
function traceHeaders(tracer: Tracer | undefined): Readonly<Record<string, string>> {
  const traceparent = tracer?.traceparent();
  return traceparent === undefined ? {} : { traceparent };
}
