import { Fault } from "@tandem/primitives";
import { debugBytesMax } from "../limits.js";

/** Bounds what may still be told of the executions of one request, in bytes as `limits.ts` counts them. */
export interface Budget {
  readonly left: number;
  /** @throws {Fault} `limit-exceeded` when nothing is left. */
  spend(bytes: number): void;
}

/** @param max bytes at the start. */
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
