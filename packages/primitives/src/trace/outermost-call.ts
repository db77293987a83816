/**
 * Traces only the outermost call of a transaction: its return data or failure, which receipts do
 * not contain.
 */
import type { CallFrame, TracerRequest, TracerResult } from "./debug-trace.js";

/** The tracer of the outermost call. */
export const outermostCall = {
  kind: "calls",
  onlyTopCall: true,
  withLog: false,
} as const satisfies TracerRequest;

/** Returns the call of a result of that tracer; undefined without a result. */
export const outermostCallOf = (result: TracerResult | undefined): CallFrame | undefined =>
  result?.kind === "calls" ? result.call : undefined;
