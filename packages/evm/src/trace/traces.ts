/** Frames as the flat traces that are stored with a block. */
import type { SuicideTrace, Trace } from "@tandem/primitives";
import type { Frame } from "./frame.js";

/** Gas a transaction was given and used as a whole; its outermost trace shows that. */
export interface WholeGas {
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
}

/**
 * Returns traces in the order they began. A transaction may have hundreds of thousands, nested a thousand
 * deep, so it yields after each.
 *
 * The outermost one shows what the network this one is modelled on shows: the gas limit of the
 * transaction and the gas of its receipt, what it owes before execution included.
 */
export function* tracesOf(root: Frame, gas: WholeGas): Generator<void, Trace[]> {
  const traces = [traceOf(root, [], gas)];
  /** The frames around the next one, and its place in each of them. */
  const around = [root];
  const place = [0];
  for (let frame = around.at(-1); frame !== undefined; frame = around.at(-1)) {
    const child = frame.children[place.at(-1) ?? 0];
    if (child === undefined) {
      around.pop();
      place.pop();
      place.push((place.pop() ?? 0) + 1);
      continue;
    }
    const { gas: gasLimit, gasUsed } = child;
    traces.push(traceOf(child, place.slice(), { gasLimit, gasUsed }));
    around.push(child);
    place.push(0);
    yield;
  }
  return traces;
}

function traceOf(frame: Frame, traceAddress: readonly number[], gas: WholeGas): Trace {
  const { opening, from, value, input, failure } = frame;
  const subtraces = frame.children.length;
  const place = { subtraces, traceAddress };
  if (opening === "selfdestruct") return suicideOf(frame, place);
  const { gasLimit, gasUsed } = gas;
  const to = frame.to ?? new Uint8Array(20);
  if (opening === "create" || opening === "create2") {
    const action = { creationMethod: opening, from, gas: gasLimit, init: input, value };
    if (failure !== undefined) return { type: "create", action, ...place, error: failure.error };
    const result = { gasUsed, code: frame.output, address: to };
    return { type: "create", action, subtraces, traceAddress, result };
  }
  const action = { callType: opening, from, to, gas: gasLimit, input, value };
  if (failure !== undefined) return { type: "call", action, ...place, error: failure.error };
  // Written out: what is spread is made several times over.
  return {
    type: "call",
    action,
    subtraces,
    traceAddress,
    result: { gasUsed, output: frame.output },
  };
}

function suicideOf(
  { from, to, value }: Frame,
  place: Pick<SuicideTrace, "subtraces" | "traceAddress">,
): SuicideTrace {
  const action = { address: from, refundAddress: to ?? from, balance: value };
  return { type: "suicide", action, ...place };
}
