/** Traces the outermost call of a transaction alone: what it returned, or why it failed, which receipts do not say. */
import type { CallFrame, TracerRequest, TracerResult } from "./debug-trace.js";

/** The tracer of the outermost call. */
export const outermostCall = {
  kind: "calls",
  onlyTopCall: true,
  withLog: false,
} as const satisfies TracerRequest;

/** Returns the call of a result of that tracer; undefined for no result. */
export const outermostCallOf = (result: TracerResult | undefined): CallFrame | undefined =>
  result?.kind === "calls" ? result.call : undefined;
