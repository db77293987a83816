/** Formats the reasons why calls and transactions failed. */
import { type FrameFailure, toHex } from "@tandem/primitives";
import { revertReason } from "@tandem/rpc";
import type { CallResult } from "@tandem/state";

/** The bytes of an error without text: its selector and a word. */
const reasonBytesMax = 36;

/** The log field with the reason of a failure: the output of a revert, or the cause of a halt. */
export type FailureFields = { readonly reverted: string } | { readonly halted: string };

type Failure = NonNullable<CallResult["failure"]> | FrameFailure;

/** @param output the return data of the revert. */
export const failureFields = (failure: Failure, output: Uint8Array): FailureFields =>
  failure.kind === "reverted" ? { reverted: reasonOf(output) } : { halted: failure.message };

/** Returns the reason as text, or the output in hex. */
function reasonOf(output: Uint8Array): string {
  if (output.length === 0) return "without a reason";
  return revertReason(output) ?? toHex(output.subarray(0, reasonBytesMax));
}
