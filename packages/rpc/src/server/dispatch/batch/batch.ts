/**
 * Answers a batch: its entries one after the other. The transactions that it submitted are
 * confirmed together.
 */
import type { TxHash } from "@tandem/primitives";
import { isSliceOver, type Logger, nextSlice } from "@tandem/runtime";
import type { ErrorForm } from "../../../contract/answer-form.js";
import { RpcError } from "../../../contract/errors.js";
import type { Method } from "../../../contract/method.js";
import type { Call } from "../../../handlers/handler.js";
import type { Limits } from "../../../limits.js";
import type { ResponseText } from "../../request/envelope.js";
import { errorText } from "../../request/envelope.js";
import { limitExceeded, toRpcError } from "../../request/to-rpc-error.js";
import type { ServedBackend } from "../../served-backend.js";
import type { Stopwatch } from "../stopwatch.js";
import { BatchPreparation } from "./batch-preparation.js";
import { BatchText } from "./batch-text.js";

interface Setting {
  readonly served: ServedBackend;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly errorForm: ErrorForm;
  readonly stopwatch: Stopwatch;
  readonly refusals: ReadonlyMap<Method, string>;
}

/**
 * Answers the entry at an index of the batch.
 * @param prepared its decoded parameters, if they were decoded in advance.
 */
type AnswerEntry = (at: number, prepared: unknown) => ResponseText | Promise<ResponseText>;

export async function answerBatch(
  setting: Setting,
  entries: readonly unknown[],
  answerEntry: AnswerEntry,
  call: Call,
): Promise<ResponseText> {
  const unconfirmed: TxHash[] = [];
  call.unconfirmed = unconfirmed;
  try {
    const text = await answerEntries(setting, entries, answerEntry, call);
    if (unconfirmed.length > 0) await setting.served.backend.confirm(unconfirmed);
    return text;
  } catch (error) {
    return errorText("null", toRpcError(error, "batch", setting.logger, setting.errorForm));
  }
}

/** Runs entries one after the other, so that each sees the effects of those before it. */
async function answerEntries(
  setting: Setting,
  entries: readonly unknown[],
  answerEntry: AnswerEntry,
  call: Call,
): Promise<ResponseText> {
  const { stopwatch } = setting;
  if (entries.length === 0) return errorText("null", new RpcError("request", "empty batch"));
  const answers = new BatchText();
  const preparation = new BatchPreparation(
    setting.served.backend,
    entries,
    (method) => !setting.refusals.has(method) && (call.client.key?.permits(method) ?? true),
  );
  for (let i = 0; i < entries.length; i++) {
    const preparing = preparation.advanceTo(i);
    if (preparing !== undefined) await preparing;
    if (isSliceOver(stopwatch.last)) {
      await nextSlice();
      stopwatch.read();
    }
    const given = answerEntry(i, preparation.take(i));
    const answer = given instanceof Promise ? await given : given;
    // Other entries of the batch may succeed: each error states its own delay.
    call.retryAfterSeconds = undefined;
    if (given instanceof Promise) stopwatch.read();
    if (call.isAborted) return undefined;
    if (answer === undefined) continue;
    answers.add(answer);
    const exceeded = exceededBy(answers, setting, call);
    if (exceeded === undefined) continue;
    call.held.release();
    return errorText("null", limitExceeded(exceeded));
  }
  return answers.finish();
}

/** Counts the answers of a batch, and returns the limit that they exceed. */
function exceededBy({ length }: BatchText, { limits }: Setting, { held }: Call) {
  const { answerCharactersMax: max } = limits;
  return length > max ? { limit: "answer-characters", max } : held.hold(length);
}
