/** Converts stored traces to Otterscan's operations and calls. */
import { emptyBytes, type Trace } from "@tandem/primitives";

type Step = NonNullable<Trace["path"]>;

/** Returns a function that computes depths: 0 for the outermost call. Each step is counted once. */
export function depthCounter(): (trace: Trace) => number {
  const known = new Map<Step, number>();
  return ({ path }) => {
    const uncounted: Step[] = [];
    let step = path;
    while (step !== undefined && !known.has(step)) {
      uncounted.push(step);
      step = step.parent;
    }
    let depth = (step && known.get(step)) ?? 0;
    for (const next of uncounted.reverse()) known.set(next, ++depth);
    return depth;
  };
}

/** Removes operations that were reverted, because they or a call around them failed. */
function effective(traces: readonly Trace[]): Trace[] {
  const depthOf = depthCounter();
  let failedDepth: number | undefined;
  return traces.filter((trace) => {
    const depth = depthOf(trace);
    // Traces are depth first: the inner traces of a failed one follow it.
    if (failedDepth !== undefined && depth > failedDepth) return false;
    failedDepth = trace.error === undefined ? undefined : depth;
    return trace.error === undefined;
  });
}

function operationOf(trace: Trace) {
  switch (trace.type) {
    case "call": {
      const { callType, from, to, value } = trace.action;
      return callType === "call" && value > 0n ? [{ type: 0, from, to, value }] : [];
    }
    case "suicide": {
      const { address: from, refundAddress: to, balance: value } = trace.action;
      return [{ type: 1, from, to, value }];
    }
    case "create": {
      const { creationMethod, from, value } = trace.action;
      const to = trace.result?.address ?? from;
      return [{ type: creationMethod === "create" ? 2 : 3, from, to, value }];
    }
  }
}

/** Returns the operations below the outermost call that were not reverted. */
export const operationsInside = (traces: readonly Trace[]) =>
  effective(traces).slice(1).flatMap(operationOf);

/** Converts a trace. @param depth 0 for the outermost call. */
export function explorerTraceOf(trace: Trace, depth: number) {
  switch (trace.type) {
    case "call": {
      const { callType, from, to, input, value } = trace.action;
      const hasValue = callType === "call" || callType === "callcode";
      const output = trace.result?.output ?? emptyBytes;
      const type = upperCase(callType);
      return { type, depth, from, to, value: hasValue ? value : undefined, input, output };
    }
    case "create": {
      const { creationMethod, from, init: input, value } = trace.action;
      const { address: to = new Uint8Array(20), code: output = emptyBytes } = trace.result ?? {};
      return { type: upperCase(creationMethod), depth, from, to, value, input, output };
    }
    case "suicide": {
      const { address: from, refundAddress: to, balance: value } = trace.action;
      const empty = { input: emptyBytes, output: emptyBytes };
      return { type: "SELFDESTRUCT" as const, depth, from, to, value, ...empty };
    }
  }
}

const upperCase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>;
