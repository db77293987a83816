/** Formats the reasons why calls and transactions failed. */
import {
  checkText,
  errorText,
  type FailureExplanation,
  type FrameFailure,
  loggedReason,
  stackLines,
  toHex,
} from "@tandem/primitives";
import { revertReason } from "@tandem/rpc";
import type { CallResult } from "@tandem/state";

/** The bytes of an error without text: its selector and a word. */
const reasonBytesMax = 36;

/** The log fields of a failure: the output of a revert, or the cause of a halt, and its place. */
export type FailureFields = ({ readonly reverted: string } | { readonly halted: string }) & {
  readonly stack?: readonly string[];
};

type Failure = NonNullable<CallResult["failure"]> | FrameFailure;

/**
 * @param output the return data of the revert.
 * @param explained where in Solidity it failed, and its custom error, if that is known.
 */
export function failureFields(
  failure: Failure,
  output: Uint8Array,
  explained?: FailureExplanation,
): FailureFields {
  const stack = explained === undefined ? {} : { stack: stackLines(explained) };
  if (failure.kind !== "reverted") return { halted: failure.message, ...stack };
  return { reverted: reasonOf(output, explained ?? {}), ...stack };
}

/** Returns the reason as text, or the output in hex. */
function reasonOf(
  output: Uint8Array,
  { customError, check }: Pick<FailureExplanation, "customError" | "check">,
): string {
  if (output.length === 0) return check === undefined ? "without a reason" : checkText(check);
  const text = revertReason(output) ?? (customError && errorText(customError));
  return text === undefined ? toHex(output.subarray(0, reasonBytesMax)) : loggedReason(text);
}
