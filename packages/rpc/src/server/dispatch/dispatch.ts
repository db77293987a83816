/**
 * Answers the text of a body with the text of a response. A request is parsed, looked up and decoded
 * once; if a handler returns synchronously, no promise is created.
 */
import { loggedReason } from "@tandem/primitives";
import { type Logger, nextSlice, type Span, type Tracer } from "@tandem/runtime";
import { notAvailable, notOverHttp } from "../../access/access.js";
import type { KeyClient } from "../../access/keys.js";
import type { Share } from "../../access/share.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import { RpcError } from "../../contract/errors.js";
import type { Method } from "../../contract/method.js";
import type { Call, FilterRegistry } from "../../handlers/handler.js";
import { type Limits, largeBodyMin } from "../../limits.js";
import {
  errorText,
  type Request,
  type ResponseText,
  readPlainRequest,
  readRequest,
  resultText,
} from "../request/envelope.js";
import { type ParsedText, parseInSlices, parseShort } from "../request/json-text.js";
import { entryOf, type MethodEntry, textOf } from "../request/method-table.js";
import { asOtherNodes, resultOfKnown, unknownIn } from "../request/other-nodes.js";
import { limitExceeded, toRpcError } from "../request/to-rpc-error.js";
import type { ServedBackend } from "../served-backend.js";
import { answerOrPass, endUse, isBatchForWriter, type Passed } from "./ask-writer.js";
import { answerBatch } from "./batch/batch.js";
import { answerForked } from "./forked.js";
import { failSpan, spanOf } from "./request-span.js";
import { askSealer, isAlwaysForSealer, isForSealer, limitAtSealer } from "./sealer.js";
import type { MethodMetrics } from "./service-counts.js";
import { Stopwatch } from "./stopwatch.js";

/** Answers the text of a request or of a batch. */
export type Dispatch = (text: string, call: Call) => ResponseText | Promise<ResponseText>;

/** The log level of a request, by its outcome. */
export type RequestLevels = Readonly<Record<"answered" | "refused", "debug" | "info">>;

interface Setting {
  readonly served: ServedBackend;
  readonly filters: FilterRegistry;
  readonly limits: Limits;
  /** Limits the bytes of large bodies and messages. */
  readonly bodiesBytes: Share;
  readonly logger: Logger;
  readonly requestLevels: RequestLevels;
  readonly errorForm: ErrorForm;
  readonly stopwatch: Stopwatch;
  readonly metrics: MethodMetrics;
  /** The methods that are not available, each with the reason. */
  readonly refusals: ReadonlyMap<Method, string>;
  /** If it is undefined, requests are not traced. */
  readonly tracer?: Tracer | undefined;
}

export function createDispatch(parts: Omit<Setting, "stopwatch">): Dispatch {
  const setting = { ...parts, stopwatch: new Stopwatch() };
  const { limits, errorForm } = setting;
  return (text, call) => {
    setting.stopwatch.read();
    call.errorForm = errorForm;
    const plain = readPlainRequest(text);
    if (plain !== undefined) return answerRequest(setting, plain, call);
    if (text.length >= largeBodyMin) return answerLarge(setting, text, call);
    return answerParsed(setting, parseShort(text, limits), call);
  };
}

/** Answers a large text, whose bytes are counted meanwhile. */
async function answerLarge(setting: Setting, text: string, call: Call): Promise<ResponseText> {
  const { limits, bodiesBytes } = setting;
  const { client } = call;
  const exceeded = bodiesBytes.exceededBy(client, text.length);
  if (exceeded !== undefined) return errorText("null", limitExceeded(exceeded));
  bodiesBytes.add(client, text.length);
  try {
    await nextSlice();
    const parsed = await parseInSlices(text, limits);
    await nextSlice();
    setting.stopwatch.read();
    return await answerParsed(setting, parsed, call);
  } finally {
    bodiesBytes.give(client, text.length);
  }
}

function answerParsed(
  setting: Setting,
  parsed: ParsedText | RpcError,
  call: Call,
): ResponseText | Promise<ResponseText> {
  if (parsed instanceof RpcError) return errorText("null", parsed);
  const { value } = parsed;
  if (Array.isArray(value)) {
    const { writer } = setting.served.backend;
    if (writer !== undefined && isBatchForWriter(value, isAlwaysForSealer)) {
      return writer.askBatch(parsed.text, call.client.id, call.signal, call.traceparent);
    }
    const answerEntry = (at: number, prepared: unknown) =>
      answerOne(setting, value[at], parsed, at, call, prepared);
    return answerBatch(setting, value, answerEntry, call);
  }
  return answerOne(setting, value, parsed, 0, call);
}

/**
 * Answers one request.
 * @param at index of the request in its batch, which is `source`; 0 for a single request.
 * @param prepared the decoded parameters, if they were decoded ahead.
 */
function answerOne(
  setting: Setting,
  value: unknown,
  source: ParsedText,
  at: number,
  call: Call,
  prepared?: unknown,
): ResponseText | Promise<ResponseText> {
  const request = readRequest(value, source, at);
  if ("refusal" in request) return errorText(request.idText, request.refusal);
  return answerRequest(setting, request, call, prepared);
}

/** A request of a known method that has begun. */
interface Begun extends Passed {
  readonly request: Request;
  readonly entry: MethodEntry;
  /** The parameters, if they were decoded in advance. */
  readonly prepared: unknown;
  /** Is undefined for a client without a key. */
  readonly key: KeyClient | undefined;
  /** The start time of the stopwatch, in milliseconds. */
  readonly startedMs: number;
  readonly span?: Span;
}

function answerRequest(
  setting: Setting,
  request: Request,
  call: Call,
  prepared?: unknown,
): ResponseText | Promise<ResponseText> {
  const { method, idText } = request;
  const { key } = call.client;
  const wait = key?.secondsToWait();
  if (key !== undefined && wait !== undefined) {
    call.retryAfterSeconds = wait;
    return idText === undefined ? undefined : errorText(idText, key.tooMany(wait));
  }
  const entry = entryOf(method);
  if (entry === undefined) {
    const error = unknownIn(setting.errorForm, method);
    // The reason names the method, of which a client may send a name of any length.
    logRequest(setting, "refused", { ms: 0, code: error.code, reason: error.message });
    return idText === undefined ? undefined : errorText(idText, error);
  }
  const used = setting.served.current;
  const { errorForm: form } = setting;
  const asked = form === "standard" ? request : asOtherNodes(request, entry);
  // Each member is named, because a spread takes longer: it is a hot path.
  const begun: Begun = {
    request: asked,
    entry,
    prepared,
    key,
    used,
    startedMs: setting.stopwatch.last,
    isPassed: false,
    isUsing: false,
  };
  const { tracer } = setting;
  if (tracer === undefined) return answerBegun(setting, begun, call);
  return tracer.trace(spanOf(request, call.traceparent), (span) =>
    answerBegun(setting, { ...begun, span }, call),
  );
}

function answerBegun(
  setting: Setting,
  begun: Begun,
  call: Call,
): ResponseText | Promise<ResponseText> {
  const { entry, key } = begun;
  const { method } = begun.request;
  const refused = setting.refusals.get(entry.method);
  if (refused !== undefined) return fail(setting, begun, notAvailable(method, refused));
  const forbidden = key?.refusal(entry.method, method);
  if (forbidden !== undefined) return fail(setting, begun, forbidden);
  if (entry.isWebSocketOnly && call.subscriber === undefined) {
    return fail(setting, begun, notOverHttp(method));
  }
  try {
    const result = resultOfKnown(begun, setting.errorForm, handle(setting, begun, call));
    if (result instanceof Promise) return succeedLater(setting, begun, result);
    return succeed(setting, begun, result);
  } catch (error) {
    return fail(setting, begun, error);
  }
}

function handle(setting: Setting, begun: Begun, call: Call): unknown {
  const { backend, delegation } = begun.used;
  const { historical, method, isHeavy } = begun.entry;
  if (backend.upstream === undefined) {
    if (delegation === undefined || !isHeavy) return handleHere(setting, begun, call);
    return delegation.handle(begun.request, call, () => handleHere(setting, begun, call));
  }
  const { params } = begun.request;
  const request = historical && { ...historical, method: method.name, params };
  return answerForked(backend.upstream, request, () => handleHere(setting, begun, call));
}

function handleHere(setting: Setting, begun: Begun, call: Call): unknown {
  const { entry, request, prepared } = begun;
  const params = prepared ?? entry.decode(request.params);
  if (!(params instanceof Promise)) return handleDecoded(setting, begun, call, params);
  return params.then((decoded) => handleDecoded(setting, begun, call, decoded));
}

function handleDecoded(setting: Setting, begun: Begun, call: Call, params: unknown): unknown {
  const { entry, request, used } = begun;
  const { backend } = used;
  if (backend.writer !== undefined) {
    const handle = () => entry.handle(backend, params as never, call, setting.filters);
    if (entry.isWebSocketOnly) return backend.writer.afterEvents(handle);
    const isForWriter = isForSealer(entry.method, params);
    return answerOrPass(backend.writer, isForWriter, { request, call, passed: begun }, handle);
  }
  const asked = askSealer(backend.cluster, entry.method, params, request, call.client);
  if (asked !== undefined) return asked;
  const result = entry.handle(backend, params as never, call, setting.filters);
  return limitAtSealer(backend.cluster, entry.method, result);
}

async function succeedLater(
  setting: Setting,
  begun: Begun,
  result: Promise<unknown>,
): Promise<ResponseText> {
  if (!begun.isPassed) {
    begun.used.begin();
    begun.isUsing = true;
  }
  try {
    return succeed(setting, begun, await result);
  } catch (error) {
    return fail(setting, begun, error);
  } finally {
    endUse(begun);
  }
}

function succeed(setting: Setting, begun: Begun, result: unknown): ResponseText {
  const { limits, stopwatch, metrics } = setting;
  const { method, idText } = begun.request;
  const text = idText === undefined ? "" : textOf(begun.entry, result);
  const max = limits.answerCharactersMax;
  if (text.length > max) {
    return fail(setting, begun, limitExceeded({ limit: "answer-characters", max }));
  }
  begun.key?.count("answered");
  const ms = stopwatch.read() - begun.startedMs;
  if (!begun.isPassed) {
    metrics.count(method, ms, "answered");
    logRequest(setting, "answered", { method, ms: Math.round(ms) });
  }
  return idText === undefined ? undefined : resultText(idText, text);
}

function fail(setting: Setting, begun: Begun, error: unknown): ResponseText {
  const { stopwatch, metrics, logger } = setting;
  const { method, idText } = begun.request;
  const wireError = toRpcError(error, method, logger, setting.errorForm);
  begun.key?.count("refused");
  const { code } = wireError;
  const reason = loggedReason(wireError.message);
  if (begun.span !== undefined) failSpan(begun.span, wireError);
  const ms = stopwatch.read() - begun.startedMs;
  if (!begun.isPassed) {
    metrics.count(method, ms, "refused");
    logRequest(setting, "refused", { method, ms: Math.round(ms), code, reason });
  }
  return idText === undefined ? undefined : errorText(idText, wireError);
}

/** Logs a request. The methods of the logger are called directly, which V8 inlines: it is a hot path. */
function logRequest(
  { logger, requestLevels }: Setting,
  outcome: keyof RequestLevels,
  fields: object,
): void {
  if (requestLevels[outcome] === "debug") logger.debug(fields, outcome);
  else logger.info(fields, outcome);
}
