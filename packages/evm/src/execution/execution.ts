/** The result of an execution, in terms that do not depend on the library. */
import type { ExecResult } from "@ethereumjs/evm";
import { type FrameFailure, failureOf } from "../trace/frame-failure.js";

export interface Execution {
  /** The returned bytes, the code of a created contract, or the bytes it reverted with. */
  readonly output: Uint8Array;
  /** Undefined when it succeeded. */
  readonly failure: FrameFailure | undefined;
}

export const executionOf = (result: ExecResult): Execution => ({
  output: result.returnValue,
  failure: failureOf(result),
});
