/**
 * Writes tracer results as JSON text. Struct logs have no natural bound, so their text is measured as
 * it is written against the maximum length of an answer, and it is written in slices.
 */

import {
  type AccountSnapshots,
  type Bytes,
  type CallFrame,
  type CallLog,
  type FlatCall,
  type LocatedTrace,
  type Step,
  type StepTrace,
  type TracerResult,
  toHex,
} from "@tandem/primitives";
import type { JsonCollector } from "../../contract/codec/json-collector.js";
import { writerOf } from "../../contract/codec/writer.js";
import { flatTrace, showFlatTrace } from "../../contract/shape/traces/trace.js";
import {
  type CallAnswer,
  callAlone,
  callLog,
  type StepAnswer,
  snapshot,
  step,
} from "../../contract/shape/traces/tracer.js";
import { revertReason } from "../../errors/revert-reason.js";
import { addUsage } from "./usage.js";

/** The position of a traced transaction in the chain. */
export type TraceLocation = Omit<LocatedTrace, "trace">;

/**
 * Writes the result in slices.
 * @param place undefined if the execution is not one of a mined transaction.
 * @throws {Fault} `limit-exceeded`.
 */
export async function addTraced(
  text: JsonCollector,
  result: TracerResult,
  place?: TraceLocation,
): Promise<void> {
  switch (result.kind) {
    case "flat":
    case "flatCalls":
      return addFlat(text, result.traces, place);
    case "selectors":
      return text.add(JSON.stringify(Object.fromEntries(result.counts)));
    case "nothing":
      return text.add("{}");
    case "script":
      return text.addLong(result.json);
    case "several":
      return addSeveral(text, result.results, place);
    case "steps":
      return addSteps(text, result.steps);
    case "calls":
      return addCall(text, result.call);
    case "prestate": {
      const { pre, post } = result.prestate;
      if (post === undefined) return addSnapshots(text, pre);
      text.add('{"pre":');
      await addSnapshots(text, pre);
      text.add(',"post":');
      await addSnapshots(text, post);
      text.add("}");
    }
  }
}

const writeFlat = writerOf(flatTrace);

/** Writes traces in Parity's form, or in that of geth's flatCallTracer. @throws {Fault} `limit-exceeded`. */
export async function addFlat(
  text: JsonCollector,
  traces: readonly FlatCall[],
  place?: TraceLocation,
): Promise<void> {
  text.add("[");
  await text.addList(traces, (trace) => writeFlat(showFlatTrace(trace, place)));
  text.add("]");
}

async function addSeveral(
  text: JsonCollector,
  results: readonly (readonly [string, TracerResult])[],
  place?: TraceLocation,
): Promise<void> {
  text.add("{");
  await text.addList(results, async ([name, result]) => {
    text.add(`${JSON.stringify(name)}:`);
    await addTraced(text, result, place);
  });
  text.add("}");
}

const writeStep = writerOf(step);
const writeLog = writerOf(callLog);
const writeSnapshot = writerOf(snapshot);
const writeAlone = writerOf(callAlone);

async function addSteps(text: JsonCollector, trace: StepTrace): Promise<void> {
  const { gas, failed, returnValue, structLogs } = trace;
  text.add(`{"gas":${gas},"failed":${failed},"returnValue":"${toHex(returnValue)}"`);
  text.add(',"structLogs":[');
  await text.addList(structLogs, (one) => writeStep(showStep(one)));
  text.add("]}");
}

/** Splits memory into words of 32 bytes. */
function wordsOf(memory: Bytes): Bytes[] {
  const words: Bytes[] = [];
  for (let at = 0; at < memory.length; at += 32) words.push(memory.subarray(at, at + 32));
  return words;
}

type Slots = readonly (readonly [Uint8Array, Uint8Array])[];

const bySlot = (slots: Slots) =>
  Object.fromEntries(slots.map(([slot, value]) => [toHex(slot), value]));

/** Returns undefined for an empty member, which geth omits. */
const unlessEmpty = <Member extends { readonly length: number }>(member: Member | undefined) =>
  member?.length ? member : undefined;

/** Names each member: an object that is spread from the rest of another takes V8 several times as long. */
const showStep = (one: Step): StepAnswer => ({
  pc: one.pc,
  op: one.op,
  gas: one.gas,
  gasCost: one.gasCost,
  depth: one.depth,
  error: one.error,
  stack: one.stack && [...one.stack],
  memory: one.memory && wordsOf(one.memory),
  returnData: unlessEmpty(one.returnData),
  storage: one.storage && bySlot(one.storage),
  refund: one.refund,
});

/** Writes a call with its inner calls. */
async function addCall(text: JsonCollector, frame: CallFrame): Promise<void> {
  const { calls, logs = [], usage } = frame;
  const alone = showCall(frame);
  const written = writeAlone(logs.length === 0 ? alone : { ...alone, logs: [] });
  const open = written.slice(0, -1);
  if (logs.length === 0) text.add(open);
  else await text.addWithList(open, "logs", logs, (log) => writeLog(showLog(log)));
  if (usage !== undefined) {
    text.add(",");
    await addUsage(text, usage);
  }
  if (calls.length > 0) {
    text.add(',"calls":[');
    await text.addList(calls, (call) => addCall(text, call));
    text.add("]");
  }
  text.add("}");
}

const showLog = ({ topics, ...log }: CallLog) => ({ ...log, topics: [...topics] });

/** Converts a call without its inner calls and logs. */
function showCall(frame: CallFrame): CallAnswer {
  const { calls: _calls, logs: _logs, failure: _failure, usage: _usage, ...shown } = frame;
  const { output, ...rest } = shown;
  const reason = rest.error === undefined ? undefined : output && revertReason(output);
  return { ...rest, output: unlessEmpty(output), revertReason: reason || undefined };
}

async function addSnapshots(text: JsonCollector, accounts: AccountSnapshots): Promise<void> {
  text.add("{");
  await text.addList(accounts, ([account, { balance, nonce, code, storage }]) => {
    const slots = unlessEmpty(storage);
    const shown = { balance, nonce, code, storage: slots && bySlot(slots) };
    return `"${toHex(account)}":${writeSnapshot(shown)}`;
  });
  text.add("}");
}
