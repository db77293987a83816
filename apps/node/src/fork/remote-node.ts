/**
 * Calls the forked node over JSON-RPC, and retries while it is unreachable, slow or limits the rate.
 */
import { setMaxListeners } from "node:events";
import { Fault } from "@tandem/primitives";
import { fetchReason, RpcError } from "@tandem/rpc";
import { linkAbort, pause, type Tracer } from "@tandem/runtime";
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

/** The error codes of services that limit the rate. */
const patienceCodes = new Set([429, -32005, -32029]);

/** The reason of a request that took too long. */
const lateAnswer = new Error(`no answer in ${forkLimits.requestMs} ms`);

/** A temporary failure, after which the request is repeated. */
class Passing extends Error {}

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
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...traceHeaders(tracer) },
        body: JSON.stringify(request),
        signal,
      }).catch((cause: unknown) => {
        throw new Passing(fetchReason(cause));
      });
      if (response.status === 429 || response.status >= 500) {
        throw new Passing(`HTTP ${response.status}`);
      }
      return resultOf(await answers.read(response));
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
          if (tries >= limits.triesMax) {
            const message = `the forked node ${addressOf()} did not answer ${method} in ${tries} attempts: ${error.message}`;
            throw new Fault({ code: "execution-failed", message }, { cause: error });
          }
          await pause(restMs, leaving);
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

/** Reads answers, and limits the bytes of each and of all that are being read. */
class AnswerReader {
  readonly #limits: Readonly<Record<"answerBytesMax" | "answersBytesMax", number>>;
  #bytes = 0;

  constructor(limits: Readonly<Record<"answerBytesMax" | "answersBytesMax", number>>) {
    this.#limits = limits;
  }

  /** @throws {Fault} `limit-exceeded`. */
  async read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        length += chunk.length;
        this.#bytes += chunk.length;
        this.#assertWithin(length);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks).toString();
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      throw new Passing(fetchReason(cause));
    } finally {
      this.#bytes -= length;
    }
  }

  #assertWithin(length: number): void {
    const { answerBytesMax, answersBytesMax } = this.#limits;
    const exceeded = (limit: string, max: number) =>
      new Fault({ code: "limit-exceeded", limit, max });
    if (length > answerBytesMax) throw exceeded("forked-answer-bytes", answerBytesMax);
    if (this.#bytes > answersBytesMax) throw exceeded("forked-answers-bytes", answersBytesMax);
  }
}

function resultOf(text: string): unknown {
  let answer: {
    readonly result?: unknown;
    readonly error?: Record<string, unknown> | string;
  } | null;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Passing("the answer is not JSON");
  }
  if (answer === null) throw new Passing("the answer is null");
  const { error } = answer;
  if (error === undefined || error === null) return answer.result;
  const given = typeof error === "string" ? { message: error } : error;
  const code = typeof given.code === "number" ? given.code : -32603;
  const message = typeof given.message === "string" ? given.message : "an error without a message";
  if (patienceCodes.has(code)) throw new Passing(message);
  throw new RpcError(code, message, given.data);
}
