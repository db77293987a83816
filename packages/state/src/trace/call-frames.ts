/** Frames as geth's call tracer nests them. */
import type { CallFrame, CallFrameType, CallLog } from "@tandem/primitives";
import type { CallRecorder } from "./call-recorder.js";
import type { Frame } from "./frame.js";
import type { WholeGas } from "./traces.js";

/** @param options geth's, of the same names. */
export function callFramesOf(
  recorder: CallRecorder,
  whole: WholeGas & { readonly logsBefore: number },
  options: { readonly onlyTopCall: boolean; readonly withLog: boolean },
): CallFrame {
  let logsSeen = whole.logsBefore;

  /** Events of a frame and of those inside it stand in the order they came. */
  function inside(frame: Frame, isUndone: boolean): { calls: CallFrame[]; logs: CallLog[] } {
    const calls: CallFrame[] = [];
    const logs: CallLog[] = [];
    const pending = isUndone || !options.withLog ? [] : recorder.logsOf(frame);
    const takeLogs = (upTo: number) => {
      for (let next = pending[logs.length]; next !== undefined; next = pending[logs.length]) {
        if (next.childrenBefore > upTo) return;
        logs.push({ ...next.log, index: logsSeen++, position: next.childrenBefore });
      }
    };
    if (!options.onlyTopCall) {
      frame.children.forEach((child, index) => {
        takeLogs(index);
        calls.push(visit(child, { gasLimit: child.gas, gasUsed: child.gasUsed }, isUndone));
      });
    }
    takeLogs(frame.children.length);
    return { calls, logs };
  }

  function visit(frame: Frame, { gasLimit, gasUsed }: WholeGas, isAroundUndone: boolean) {
    const { calls, logs } = inside(frame, isAroundUndone || frame.failure !== undefined);
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
    };
    return call;
  }

  if (recorder.root === undefined) throw new Error("nothing was executed");
  return visit(recorder.root, whole, false);
}

function toOf({ opening, to, failure }: Frame): Pick<CallFrame, "to"> {
  const isCreation = opening === "create" || opening === "create2";
  return to === undefined || (isCreation && failure !== undefined) ? {} : { to };
}

function outcomeOf({ failure, output }: Frame): Pick<CallFrame, "output" | "error"> {
  const shown = output.length > 0 ? { output } : {};
  if (failure === undefined) return shown;
  return { error: failure.message, ...(failure.isRevert ? shown : {}) };
}
