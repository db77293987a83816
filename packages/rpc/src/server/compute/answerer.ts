/** Answers requests in a compute thread, as the dispatcher does in the main thread. */
import {
  type Cancellation,
  isSliceOver,
  type Logger,
  nextSliceUnlessCancelled,
} from "@tandem/runtime";
import { ShareHolder } from "../../access/share-holder.js";
import { answersShare } from "../../access/shares.js";
import type { Backend } from "../../backend/backend.js";
import {
  type ComputeAnswer,
  type ComputeRequest,
  NeedsWriter,
} from "../../backend/compute-port.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import type { Call } from "../../handlers/handler.js";
import type { AnswerLimits } from "../../limits.js";
import type { JsonBytes } from "../../written-json.js";
import { entryOf, type MethodEntry, textOf } from "../request/method-table.js";
import { resultOfKnown } from "../request/other-nodes.js";
import { toRpcError } from "../request/to-rpc-error.js";
import { needsWriter, writersFilters } from "../writer/needs-writer.js";
import { bytesOf, releaseShared, SharedAnswers } from "./shared-answers.js";

/** The abort of a request, by its client or by a limit. */
export interface Abort extends Cancellation {
  readonly signal: AbortSignal;
}

export interface AnswererOptions {
  readonly backend: Backend;
  readonly logger: Logger;
  readonly errorForm: ErrorForm;
  readonly limits: AnswerLimits;
}

/** Returns a function that answers requests. It never rejects. */
export function createAnswerer(
  options: AnswererOptions,
): (request: ComputeRequest, abort: Abort) => Promise<ComputeAnswer> {
  const { backend, logger, errorForm, limits } = options;
  const { answerCharactersMax } = limits;
  const answersBytes = answersShare(limits);
  const shared = new SharedAnswers();
  return async ({ method, params, clientId = "compute" }, abort) => {
    const startedMs = performance.now();
    const entry = entryOf(method);
    if (entry?.isHeavy !== true) return { kind: "writer" };
    const client = { id: clientId };
    const held = new ShareHolder(answersBytes, client);
    const call: Call = {
      get signal() {
        return abort.signal;
      },
      get isAborted() {
        return abort.isAborted;
      },
      client,
      retryAfterSeconds: undefined,
      unconfirmed: undefined,
      subscriber: undefined,
      errorForm,
      answerCharactersMax,
      held,
      afterAnswer: needsWriter,
    };
    try {
      const decoded = await entry.decode(params);
      const found = await entry.handle(backend, decoded as never, call, writersFilters);
      const asked = { entry, request: { params }, used: { backend } };
      const result = resultOfKnown(asked, errorForm, found);
      return await packed(entry, result, startedMs, shared, abort);
    } catch (error) {
      if (error instanceof NeedsWriter) return { kind: "writer" };
      const { code, message, data } = toRpcError(error, method, logger, errorForm);
      return { kind: "error", code, message, data };
    } finally {
      held.release();
    }
  };
}

async function packed(
  entry: MethodEntry,
  result: unknown,
  startedMs: number,
  shared: SharedAnswers,
  abort: Cancellation,
): Promise<ComputeAnswer> {
  const text = textOf(entry, result);
  if (typeof text === "string") return { kind: "text", text, ms: performance.now() - startedMs };
  const answer = shared.take(text.length);
  if (answer !== undefined) {
    try {
      await join(text, bytesOf(answer), abort);
    } catch (error) {
      releaseShared(answer);
      throw error;
    }
    return { kind: "shared", answer };
  }
  return { kind: "bytes", bytes: await joined(text, abort) };
}

/**
 * Copies the pieces to memory that the main thread reads, in slices.
 * @throws an AbortError once nobody waits for them.
 */
async function join({ pieces }: JsonBytes, bytes: Uint8Array, abort: Cancellation): Promise<void> {
  let at = 0;
  for (const piece of pieces(true)) {
    bytes.set(piece, at);
    at += piece.length;
    // A piece stays unchanged until the next one is requested.
    if (isSliceOver()) await nextSliceUnlessCancelled(abort);
  }
}

/** Returns the bytes of JSON in one piece, joined in slices. @throws an AbortError as `join` does. */
export async function joined(text: JsonBytes, abort: Cancellation): Promise<Uint8Array> {
  const bytes = new Uint8Array(text.length);
  await join(text, bytes, abort);
  return bytes;
}
