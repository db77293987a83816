/** Converts frames to the flat traces that are stored with a block. */
import type { Trace, TracePath, TracePlace } from "@tandem/primitives";
import { type Frame, isCreation } from "../frames/frame.js";

/** Gas limit and used gas of a whole transaction, which its outermost trace contains. */
export interface WholeGas {
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
}

/** Determines which frames are shown, and how. */
export interface TraceForm<Shown> {
  /** Returns the frames directly below one that are shown. */
  childrenOf(frame: Frame): readonly Frame[];
  show(frame: Frame, place: TracePlace, gas: WholeGas): Shown;
}

const parityForm: TraceForm<Trace> = { childrenOf: ({ children }) => children, show: traceOf };

/** Returns the traces that are stored. */
export const tracesOf = (root: Frame, gas: WholeGas): Generator<void, Trace[]> =>
  shownFrames(root, gas, parityForm);

/**
 * Returns frames in the order in which they began. A transaction may have hundreds of thousands,
 * nested a thousand deep, so it yields after each.
 *
 * The outermost trace has the values of the public network: the gas limit of the transaction and
 * the gas of its receipt, including intrinsic gas.
 */
export function* shownFrames<Shown>(
  root: Frame,
  gas: WholeGas,
  { childrenOf, show }: TraceForm<Shown>,
): Generator<void, Shown[]> {
  const children = childrenOf(root);
  const traces = [show(root, { subtraces: children.length, path: undefined }, gas)];
  /** The enclosing frames of the next one, each with the index of its next child. */
  const around: OpenFrame[] = [{ children, path: undefined, next: 0 }];
  for (let open = around.at(-1); open !== undefined; open = around.at(-1)) {
    const index = open.next++;
    const child = open.children[index];
    if (child === undefined) {
      around.pop();
      continue;
    }
    const path = { parent: open.path, index };
    const { gas: gasLimit, gasUsed } = child;
    const inside = childrenOf(child);
    traces.push(show(child, { subtraces: inside.length, path }, { gasLimit, gasUsed }));
    around.push({ children: inside, path, next: 0 });
    yield;
  }
  return traces;
}

interface OpenFrame {
  readonly children: readonly Frame[];
  readonly path: TracePath | undefined;
  next: number;
}

/** Returns the trace of a frame in Parity's form. */
export function traceOf(frame: Frame, place: TracePlace, gas: WholeGas): Trace {
  const { opening, from, value, input, failure } = frame;
  const { subtraces, path } = place;
  if (opening === "selfdestruct") return suicideOf(frame, place);
  const { gasLimit, gasUsed } = gas;
  const to = frame.to ?? new Uint8Array(20);
  if (isCreation(opening)) {
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
