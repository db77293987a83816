/** eth_call: a message executed on a state that is thrown away. */
import { InputListener } from "@tandem/evm";
import { Fault, type TraceError } from "@tandem/primitives";
import type { ExecutionContext } from "../execution/execution-context.js";
import { type CallOptions, callOf, gasGiven, prepareCall, shortageOf } from "./prepare-call.js";

export interface CallResult {
  /** What was returned, the code of a contract created, or the bytes it reverted with. */
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** What the address that is listened at was called with, in order; undefined when none is. */
  readonly heard?: readonly Uint8Array[];
  /** Undefined when it succeeded. */
  readonly failure?:
    | { readonly kind: "reverted" }
    /** `message` is geth's text for the reason. */
    | { readonly kind: "halted"; readonly error: TraceError; readonly message: string };
}

/**
 * Executes a call. The sender needs neither the nonce nor the price of the gas, but has to have the value it sends.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export async function call(
  context: ExecutionContext,
  options: CallOptions,
): Promise<CallResult | Fault> {
  const preparing = prepareCall(context, options);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if (prepared instanceof Fault) return prepared;
  const gas = gasGiven(options);
  const shortage = shortageOf(prepared, gas);
  if (shortage !== undefined) return shortage;
  const listener = options.listenAt && new InputListener(options.listenAt);
  const watcher = listener && { probe: listener };
  const forgotten = { ...callOf(prepared, gas, watcher), isForgotten: true };
  const { output, gasUsed, failure } = await context.evm.runCall(forgotten);
  if (failure === undefined && listener === undefined) return { output, gasUsed };
  const result = { output, gasUsed, ...(listener && { heard: listener.inputs }) };
  if (failure === undefined) return result;
  if (failure.kind === "reverted") return { ...result, failure: { kind: "reverted" } };
  const { error, message } = failure;
  return { ...result, failure: { kind: "halted", error, message } };
}
