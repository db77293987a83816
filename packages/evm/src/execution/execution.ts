/** The result of an execution, in terms that do not depend on the library. */
import type { ExecResult } from "@ethereumjs/evm";
import type { FrameFailure } from "@tandem/primitives";
import { CodeSizeError } from "../library/code-size-error.js";
import { failureOf } from "../library/frame-failure.js";

export interface Execution {
  /** The returned data, the code of a created contract, or the revert output. */
  readonly output: Uint8Array;
  /** Is undefined if it succeeded. */
  readonly failure: FrameFailure | undefined;
}

export const executionOf = (result: ExecResult): Execution => ({
  output: result.returnValue,
  failure: withSizes(failureOf(result), result),
});

/** Adds the sizes to the failure of code that is too long, in geth's form. */
function withSizes(
  failure: FrameFailure | undefined,
  { exceptionError }: ExecResult,
): FrameFailure | undefined {
  if (failure === undefined || !(exceptionError instanceof CodeSizeError)) return failure;
  const { size, limit } = exceptionError.excess;
  return { ...failure, message: `${failure.message}: code size ${size}, limit ${limit}` };
}
