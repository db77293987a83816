/**
 * From the text of a body to the text of its answer. One parse, one look-up, one decode; a handler
 * that answers at once is answered without a promise.
 */
import { type Clock, isTurnOver, type Logger, nextTurn } from "@tandem/primitives";
import { RpcError } from "../contract/errors.js";
import { contract, namesOf } from "../contract/index.js";
import type { Method } from "../contract/method.js";
import { JsonText, type Writer, writerOf } from "../contract/writer.js";
import type { Call, FilterBook } from "../handlers/handler.js";
import { handlers } from "../handlers/index.js";
import type { Backend } from "./backend.js";
import { errorText, readRequest, resultText } from "./envelope.js";
import { idNumberText, isDeeperThan } from "./json-text.js";
import type { Limits } from "./limits.js";
import type { Tally } from "./pages.js";
import { compileParams } from "./params.js";
import { limitExceeded, toRpcError } from "./to-rpc-error.js";

/** Text of an answer; undefined when there is nothing to answer. */
export type Answer = string | undefined;
export type Dispatch = (text: string, call: Call) => Answer | Promise<Answer>;

interface Entry {
  readonly decode: (params: readonly unknown[]) => Readonly<Record<string, unknown>>;
  readonly handle: (node: Backend, params: never, call: Call, filters: FilterBook) => unknown;
  readonly write: Writer<never>;
  readonly isWebSocketOnly: boolean;
}

const table: ReadonlyMap<string, Entry> = new Map(
  contract.flatMap((method) => {
    const entry: Entry = {
      decode: compileParams(method),
      handle: handlers[method.name],
      write: writerOf(method.result),
      isWebSocketOnly: (method as Method).isWebSocketOnly === true,
    };
    return namesOf(method).map((name) => [name, entry] as const);
  }),
);

const textOf = (entry: Entry, result: unknown) =>
  result instanceof JsonText ? result.text : entry.write(result as never);

interface Setting {
  readonly backend: Backend;
  readonly filters: FilterBook;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly tally: Tally;
}

export function createDispatch(setting: Setting): Dispatch {
  const { limits } = setting;
  return (text, call) => {
    const value = parse(text, limits.jsonDepthMax);
    if (value instanceof RpcError) return errorText("null", value);
    if (Array.isArray(value)) return answerBatch(setting, value, text, call);
    return answerOne(setting, value, () => idNumberText(text, 0), call);
  };
}

function parse(text: string, depthMax: number): unknown {
  if (isDeeperThan(text, depthMax)) return limitExceeded({ limit: "json-depth", max: depthMax });
  try {
    return JSON.parse(text);
  } catch {
    return new RpcError("parse", "the body is not valid JSON");
  }
}

function answerOne(
  { backend, filters, logger, clock, tally }: Setting,
  value: unknown,
  exactId: () => string,
  call: Call,
): Answer | Promise<Answer> {
  const request = readRequest(value, exactId);
  if ("refusal" in request) return errorText(request.idText, request.refusal);
  const { method, params, idText } = request;
  const entry = table.get(method);
  if (entry === undefined) {
    return idText === undefined ? undefined : errorText(idText, unknownMethod(method));
  }
  const startedMs = clock.now();
  const succeed = (result: unknown) => {
    const ms = clock.now() - startedMs;
    tally.count(method, ms, "answered");
    logger.debug({ method, ms }, "answered");
    return idText === undefined ? undefined : resultText(idText, textOf(entry, result));
  };
  const fail = (error: unknown) => {
    const wireError = toRpcError(error, method, logger);
    const ms = clock.now() - startedMs;
    tally.count(method, ms, "refused");
    logger.debug({ method, ms, code: wireError.code }, "refused");
    return idText === undefined ? undefined : errorText(idText, wireError);
  };
  if (entry.isWebSocketOnly && call.subscriber === undefined) return fail(notOverHttp(method));
  try {
    const result = entry.handle(backend, entry.decode(params) as never, call, filters);
    return result instanceof Promise ? result.then(succeed).catch(fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/** Characters of a method's name an error repeats. */
const shownNameMax = 80;

const unknownMethod = (name: string) =>
  new RpcError(
    "method",
    `the method ${name.slice(0, shownNameMax)} does not exist or is not available`,
  );

const notOverHttp = (name: string) =>
  new RpcError("method", `${name} is available over WebSocket only`);

/** Entries run one after the other, so that each sees what those before it did. */
async function answerBatch(
  setting: Setting,
  entries: readonly unknown[],
  text: string,
  call: Call,
): Promise<Answer> {
  const { batchEntriesMax, answerCharactersMax } = setting.limits;
  if (entries.length === 0) return errorText("null", new RpcError("request", "empty batch"));
  if (entries.length > batchEntriesMax) {
    return errorText("null", limitExceeded({ limit: "batch-entries", max: batchEntriesMax }));
  }
  const answers: string[] = [];
  let left = answerCharactersMax;
  for (const [i, entry] of entries.entries()) {
    if (isTurnOver()) await nextTurn();
    const given = answerOne(setting, entry, () => idNumberText(text, i), call);
    const answer = given instanceof Promise ? await given : given;
    if (call.signal.aborted) return undefined;
    if (answer === undefined) continue;
    left -= answer.length;
    if (left < 0) {
      const max = answerCharactersMax;
      return errorText("null", limitExceeded({ limit: "answer-characters", max }));
    }
    answers.push(answer);
  }
  return answers.length === 0 ? undefined : `[${answers.join(",")}]`;
}
