/** Passes heavy requests to compute threads, and converts their answers to results. */

import type { ComputeAnswer, ComputePort, ComputeRequest } from "../../backend/compute-port.js";
import { RpcError } from "../../contract/errors.js";
import type { Call } from "../../handlers/handler.js";
import { JsonText } from "../../written-json.js";
import { wholeBytes } from "../writer/passed-text.js";
import { KnownCosts, kindOfCall } from "./known-costs.js";
import { readShared } from "./shared-answers.js";

export class Delegation {
  readonly #port: ComputePort;
  readonly #costs = new KnownCosts();
  /** The number of heavy requests in progress in this thread. */
  #load = 0;

  constructor(port: ComputePort) {
    this.#port = port;
  }

  /**
   * Answers a heavy request in the thread with the fewest requests, which may be this one. A
   * request that is known to be short is always answered here.
   * @param handleHere answers it in this thread.
   * @returns the result of a handler, or a promise of it.
   */
  handle(request: ComputeRequest, call: Call, handleHere: () => unknown): unknown {
    const kind = kindOfCall(request.method, request.params);
    if (kind !== undefined && this.#costs.isCheap(kind)) return this.#measure(kind, handleHere);
    if (this.#load < this.#port.leastLoad()) return this.#count(handleHere);
    const { method, params } = request;
    const computing = this.#port.run({ method, params, clientId: call.client.id }, call.signal);
    if (computing === undefined) return this.#count(handleHere);
    return computing.then((answer) => {
      if (answer.kind === "writer") return this.#count(handleHere);
      if (answer.kind === "text" && kind !== undefined) this.#costs.note(kind, answer.ms);
      return resultOf(answer);
    });
  }

  #count(handleHere: () => unknown): unknown {
    const result = handleHere();
    if (!(result instanceof Promise)) return result;
    this.#load++;
    return result.finally(() => {
      this.#load--;
    });
  }

  #measure(kind: string, handleHere: () => unknown): unknown {
    const startedMs = performance.now();
    const result = handleHere();
    const note = () => this.#costs.note(kind, performance.now() - startedMs);
    if (result instanceof Promise) result.then(note, note);
    else note();
    return result;
  }
}

/** @throws {RpcError} the error of the thread. */
function resultOf(answer: Exclude<ComputeAnswer, { readonly kind: "writer" }>): unknown {
  switch (answer.kind) {
    case "text":
      return new JsonText(answer.text);
    case "shared":
      return readShared(answer.answer);
    case "bytes":
      return wholeBytes(answer.bytes);
    case "error":
      throw new RpcError(answer.code, answer.message, answer.data);
  }
}
