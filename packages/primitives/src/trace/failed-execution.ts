/** Describes how a transaction failed, which receipts do not say. */
import type { Bytes } from "../bytes/brands.js";
import type { FrameFailure } from "./debug-trace.js";

export interface FailedExecution {
  readonly failure: FrameFailure;
  /** The revert output; empty for any other failure. */
  readonly output: Bytes;
}
