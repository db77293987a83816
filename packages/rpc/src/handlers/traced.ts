/**
 * What a tracer found as JSON text. Struct logs can fill any memory, so their text is measured as
 * it is written, against the longest answer there may be.
 */
import {
  type AccountSnapshots,
  type Bytes,
  type CallFrame,
  Fault,
  type Step,
  type StepTrace,
  type TracerResult,
  toHex,
} from "@tandem/primitives";
import {
  type CallAnswer,
  type SnapshotsAnswer,
  type StepAnswer,
  step,
  writeTraced,
} from "../contract/shape/tracer.js";
import { writerOf } from "../contract/writer.js";
import { revertReason } from "../server/revert-reason.js";

/** Characters an answer may still take. */
export class TextBudget {
  readonly #max: number;
  #left: number;

  constructor(max: number) {
    this.#max = max;
    this.#left = max;
  }

  /** @throws {Fault} `limit-exceeded` when the answer grows too long. */
  take(text: string): string {
    this.#left -= text.length;
    if (this.#left >= 0) return text;
    throw new Fault({ code: "limit-exceeded", limit: "answer-characters", max: this.#max });
  }
}

/** @throws {Fault} `limit-exceeded`. */
export function tracedText(result: TracerResult, budget: TextBudget): string {
  switch (result.kind) {
    case "steps":
      return stepsText(result.steps, budget);
    case "calls":
      return budget.take(writeTraced(showCall(result.call)));
    case "prestate": {
      const { pre, post } = result.prestate;
      const before = showSnapshots(pre);
      const shown = post === undefined ? before : { pre: before, post: showSnapshots(post) };
      return budget.take(writeTraced(shown));
    }
  }
}

const writeStep = writerOf(step);

function stepsText({ gas, failed, returnValue, structLogs }: StepTrace, budget: TextBudget) {
  const texts = structLogs.map((one) => budget.take(writeStep(showStep(one))));
  const head = `{"gas":${gas},"failed":${failed},"returnValue":"${toHex(returnValue)}"`;
  return budget.take(`${head},"structLogs":[`).concat(texts.join(","), "]}");
}

/** 32 bytes each, as memory grows. */
function wordsOf(memory: Bytes): Bytes[] {
  const words: Bytes[] = [];
  for (let at = 0; at < memory.length; at += 32) words.push(memory.subarray(at, at + 32));
  return words;
}

type Slots = readonly (readonly [Uint8Array, Uint8Array])[];

const bySlot = (slots: Slots) =>
  Object.fromEntries(slots.map(([slot, value]) => [toHex(slot), value]));

/** Members that say nothing are left out, as geth does. */
function showStep({
  stack,
  memory,
  returnData,
  storage,
  refund,
  error,
  ...place
}: Step): StepAnswer {
  return {
    ...place,
    ...(error === undefined ? {} : { error }),
    ...(stack === undefined ? {} : { stack: [...stack] }),
    ...(memory === undefined ? {} : { memory: wordsOf(memory) }),
    ...(returnData === undefined || returnData.length === 0 ? {} : { returnData }),
    ...(storage === undefined ? {} : { storage: bySlot(storage) }),
    ...(refund === undefined ? {} : { refund }),
  };
}

function showCall(frame: CallFrame): CallAnswer {
  const { calls, logs, output, error, to, value, ...rest } = frame;
  const reason = error === undefined || output === undefined ? undefined : revertReason(output);
  return {
    ...rest,
    ...(to === undefined ? {} : { to }),
    ...(value === undefined ? {} : { value }),
    ...(output === undefined || output.length === 0 ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(reason === undefined ? {} : { revertReason: reason }),
    ...(logs === undefined || logs.length === 0
      ? {}
      : { logs: logs.map(({ topics, ...log }) => ({ ...log, topics: [...topics] })) }),
    ...(calls.length === 0 ? {} : { calls: calls.map(showCall) }),
  };
}

function showSnapshots(accounts: AccountSnapshots): SnapshotsAnswer {
  return Object.fromEntries(
    accounts.map(([account, { balance, nonce, code, storage }]) => [
      toHex(account),
      {
        ...(balance === undefined ? {} : { balance }),
        ...(nonce === undefined ? {} : { nonce }),
        ...(code === undefined ? {} : { code }),
        ...(storage === undefined || storage.length === 0 ? {} : { storage: bySlot(storage) }),
      },
    ]),
  );
}
