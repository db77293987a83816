/** eth_call: a message executed on a state that is thrown away. */
import { Fault } from "@tandem/primitives";
import type { EvmInstance } from "../execution/evm-instance.js";
import { haltMessage, isRevert } from "../execution/halt-message.js";
import { InputListener } from "../trace/input-listener.js";
import { type CallOptions, gasGiven, setStage, shortageOf, simulate } from "./simulate.js";

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
    | { readonly kind: "halted"; readonly message: string };
}

/**
 * Neither nonce nor the price of the gas is asked of the sender; what is sent along is.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; the instance is then of no more use.
 */
export async function call(
  instance: EvmInstance,
  options: CallOptions,
): Promise<CallResult | Fault> {
  const staged = setStage(instance, options);
  const stage = staged instanceof Promise ? await staged : staged;
  if (stage instanceof Fault) return stage;
  const given = gasGiven(options);
  const shortage = shortageOf(stage, given);
  if (shortage !== undefined) return new Fault({ code: "execution-failed", message: shortage });
  const listener = options.listenAt && new InputListener(options.listenAt);
  if (listener !== undefined) instance.socket.plug(listener);
  const { result, gasUsed } = await simulate(stage, given);
  instance.socket.unplug();
  const output = result.returnValue;
  if (result.exceptionError === undefined && listener === undefined) return { output, gasUsed };
  const told = { output, gasUsed, ...(listener && { heard: listener.inputs }) };
  if (result.exceptionError === undefined) return told;
  if (isRevert(result)) return { ...told, failure: { kind: "reverted" } };
  return { ...told, failure: { kind: "halted", message: haltMessage(result) } };
}
