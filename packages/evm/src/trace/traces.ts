/** Converts frames to the flat traces that are stored with a block. */
import type { Trace, TracePath, TracePlace } from "@tandem/primitives";
import type { Frame } from "./frame.js";

/** Gas limit and used gas of a whole transaction, which its outermost trace contains. */
export interface WholeGas {
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
}

/**
 * Returns traces in the order in which they began. A transaction may have hundreds of thousands,
 * nested a thousand deep, so it yields after each.
 *
 * The outermost trace has the values of the public network: the gas limit of the transaction and
 * the gas of its receipt, including intrinsic gas.
 */
export function* tracesOf(root: Frame, gas: WholeGas): Generator<void, Trace[]> {
  const traces = [traceOf(root, undefined, gas)];
  /** The enclosing frames of the next one, each with the index of its next child. */
  const around: OpenFrame[] = [{ frame: root, path: undefined, next: 0 }];
  for (let open = around.at(-1); open !== undefined; open = around.at(-1)) {
    const index = open.next++;
    const child = open.frame.children[index];
    if (child === undefined) {
      around.pop();
      continue;
    }
    const path = { parent: open.path, index };
    const { gas: gasLimit, gasUsed } = child;
    traces.push(traceOf(child, path, { gasLimit, gasUsed }));
    around.push({ frame: child, path, next: 0 });
    yield;
  }
  return traces;
}

interface OpenFrame {
  readonly frame: Frame;
  readonly path: TracePath | undefined;
  next: number;
}

function traceOf(frame: Frame, path: TracePath | undefined, gas: WholeGas): Trace {
  const { opening, from, value, input, failure } = frame;
  const subtraces = frame.children.length;
  const place = { subtraces, path };
  if (opening === "selfdestruct") return suicideOf(frame, place);
  const { gasLimit, gasUsed } = gas;
  const to = frame.to ?? new Uint8Array(20);
  if (opening === "create" || opening === "create2") {
    const action = { creationMethod: opening, from, gas: gasLimit, init: input, value };
    if (failure !== undefined) return { type: "create", action, ...place, error: failure.error };
    const result = { gasUsed, code: frame.output, address: to };
    return { type: "create", action, subtraces, path, result };
  }
  const action = { callType: opening, from, to, gas: gasLimit, input, value };
  if (failure !== undefined) return { type: "call", action, ...place, error: failure.error };
  // Fields are listed explicitly, since spreading is several times slower.
  return {
    type: "call",
    action,
    subtraces,
    path,
    result: { gasUsed, output: frame.output },
  };
}

function suicideOf({ from, to, value }: Frame, place: TracePlace): Trace {
  const action = { address: from, refundAddress: to ?? from, balance: value };
  return { type: "suicide", action, ...place };
}
