/** eth_call: a message executed on a state that is thrown away. */
import { Fault } from "@tandem/primitives";
import { haltWords, isRevert } from "./halt-words.js";
import type { Machine } from "./machine.js";
import { type CallOptions, gasGiven, setStage, shortageOf, simulate } from "./simulate.js";

export interface CallResult {
  /** What was returned, the code of a contract created, or the bytes it reverted with. */
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** Undefined when it succeeded. */
  readonly failure?:
    | { readonly kind: "reverted" }
    /** `message` is geth's text for the reason. */
    | { readonly kind: "halted"; readonly message: string };
}

/**
 * Neither nonce nor the price of the gas is asked of the sender; what is sent along is.
 * @returns a fault when the call cannot begin.
 * @throws {Fault} `limit-exceeded` over its time; the machine is then of no more use.
 */
export async function call(machine: Machine, options: CallOptions): Promise<CallResult | Fault> {
  const stage = setStage(machine, options);
  if (stage instanceof Fault) return stage;
  const given = gasGiven(options);
  const shortage = shortageOf(stage, given);
  if (shortage !== undefined) return new Fault({ code: "execution-failed", message: shortage });
  const { result, gasUsed } = await simulate(stage, given);
  const output = result.returnValue;
  if (result.exceptionError === undefined) return { output, gasUsed };
  if (isRevert(result)) return { output, gasUsed, failure: { kind: "reverted" } };
  return { output, gasUsed, failure: { kind: "halted", message: haltWords(result) } };
}
