import { Fault } from "@tandem/primitives";
import { debugBytesMax } from "../limits.js";

/** Limits the traces of the executions of one request, in bytes as `limits.ts` counts them. */
export interface Budget {
  readonly left: number;
  /** Spends bytes. @throws {Fault} `limit-exceeded` when nothing is left. */
  spend(bytes: number): void;
}

/** Creates a budget. @param max bytes at the start. */
export function debugBudget(max = debugBytesMax): Budget {
  let left = max;
  return {
    get left() {
      return left;
    },
    spend(bytes) {
      left -= bytes;
      if (left >= 0) return;
      throw new Fault({ code: "limit-exceeded", limit: "debug-trace-bytes", max });
    },
  };
}
