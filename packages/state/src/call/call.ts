/** Implements eth_call: executes a message on a state that is discarded. */
import { type CallOutcome, InputRecorder } from "@tandem/evm";
import { Fault, type TraceError } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import type { ExecutionContext } from "../execution/execution-context.js";
import {
  type CallOptions,
  callOf,
  gasGiven,
  type PreparedCall,
  prepareCall,
  shortageOf,
} from "./prepare-call.js";

export interface CallResult {
  /** The returned data, the code of a created contract, or the revert output. */
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** The inputs of the calls to `recordInputsOf`, in order; undefined without it. */
  readonly recordedInputs?: readonly Uint8Array[];
  /** Is undefined if the call succeeded. */
  readonly failure?:
    | { readonly kind: "reverted" }
    /** `message` is geth's text for the reason. */
    | { readonly kind: "halted"; readonly error: TraceError; readonly message: string };
}

/**
 * Executes a call. The sender needs neither the nonce nor the gas price, but the value it sends.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; then the instance must not be used again.
 */
export function call(
  context: ExecutionContext,
  options: CallOptions,
): CallResult | Fault | Promise<CallResult | Fault> {
  return after(prepareCall(context, options), (prepared) =>
    prepared instanceof Fault ? prepared : executed(context, options, prepared),
  );
}

function executed(
  { evm }: ExecutionContext,
  options: CallOptions,
  prepared: PreparedCall,
): CallResult | Fault | Promise<CallResult> {
  const gas = gasGiven(options);
  const shortage = shortageOf(prepared, gas);
  if (shortage !== undefined) return shortage;
  const recorder = options.recordInputsOf && new InputRecorder(options.recordInputsOf);
  const watcher = recorder && { probe: recorder };
  const forgotten = callOf(prepared, gas, watcher, true);
  return after(evm.runCall(forgotten), (outcome) => resultOf(outcome, recorder));
}

function resultOf(
  { output, gasUsed, failure }: CallOutcome,
  recorder: InputRecorder | undefined,
): CallResult {
  const result =
    recorder === undefined
      ? { output, gasUsed }
      : { output, gasUsed, recordedInputs: recorder.inputs };
  if (failure === undefined) return result;
  if (failure.kind === "reverted") return { ...result, failure: { kind: "reverted" } };
  const { error, message } = failure;
  return { ...result, failure: { kind: "halted", error, message } };
}
