/** Converts frames to the nested form of geth's call tracer. */
import type { CallFrame, CallFrameType, CallLog, CallUsage } from "@tandem/primitives";
import { type Frame, isCreation } from "../frames/frame.js";
import { traceItemsBeforeYield } from "../limits.js";
import type { CallRecorder } from "./call-recorder.js";
import type { WholeGas } from "./traces.js";

/**
 * Converts frames. Yields after a number of frames and logs, of which there may be tens of
 * thousands.
 * @param options geth's, with the same names.
 */
export function* callFramesOf(
  recorder: Pick<CallRecorder, "root" | "logsOf">,
  whole: WholeGas & { readonly logsBefore: number },
  options: { readonly onlyTopCall: boolean; readonly withLog: boolean },
  usageOf?: (frame: Frame) => CallUsage,
): Generator<void, CallFrame> {
  let logsSeen = whole.logsBefore;
  let itemsSeen = 0;
  /** A pause passes through all enclosing frames, so there is not one for each item. */
  const isPauseDue = () => ++itemsSeen % traceItemsBeforeYield === 0;

  // With onlyTopCall, the calls inside are not shown, but their logs count in the indexes.
  const entersCalls = !options.onlyTopCall || options.withLog;

  /** Logs of a frame and of nested ones are in order. */
  function* inside(frame: Frame, isUndone: boolean) {
    const calls: CallFrame[] = [];
    const logs: CallLog[] = [];
    const pending = isUndone || !options.withLog ? [] : recorder.logsOf(frame);
    const takeLogs = function* (upTo: number): Generator<void, void> {
      for (let next = pending[logs.length]; next !== undefined; next = pending[logs.length]) {
        const { log, childrenBefore } = next;
        if (childrenBefore > upTo) return;
        const { address, topics, data } = log;
        const position = options.onlyTopCall ? 0 : childrenBefore;
        logs.push({ address, topics, data, index: logsSeen++, position });
        if (isPauseDue()) yield;
      }
    };
    for (const [index, child] of entersCalls ? frame.children.entries() : []) {
      yield* takeLogs(index);
      const gas = { gasLimit: child.gas, gasUsed: child.gasUsed };
      const call = yield* visit(child, gas, isUndone);
      if (!options.onlyTopCall) calls.push(call);
    }
    yield* takeLogs(frame.children.length);
    return { calls, logs };
  }

  function* visit(
    frame: Frame,
    { gasLimit, gasUsed }: WholeGas,
    isAroundUndone: boolean,
  ): Generator<void, CallFrame> {
    const { calls, logs } = yield* inside(frame, isAroundUndone || frame.failure !== undefined);
    if (isPauseDue()) yield;
    const call: CallFrame = {
      type: frame.opening.toUpperCase() as CallFrameType,
      from: frame.from,
      ...toOf(frame),
      ...(frame.opening === "staticcall" ? {} : { value: frame.value }),
      gas: gasLimit,
      gasUsed,
      input: frame.input,
      ...outcomeOf(frame),
      calls,
      ...(options.withLog ? { logs } : {}),
      ...(usageOf === undefined ? {} : { usage: usageOf(frame) }),
    };
    return call;
  }

  if (recorder.root === undefined) throw new Error("nothing was executed");
  return yield* visit(recorder.root, whole, false);
}

function toOf({ opening, to, failure }: Frame): Pick<CallFrame, "to"> {
  return to === undefined || (isCreation(opening) && failure !== undefined) ? {} : { to };
}

function outcomeOf({ failure, output }: Frame): Pick<CallFrame, "output" | "error"> {
  const shown = output.length > 0 ? { output } : {};
  if (failure === undefined) return shown;
  return { error: failure.message, ...(failure.kind === "reverted" ? shown : {}) };
}
