import { setImmediate } from "node:timers/promises";
import { chainLimits } from "./limits.js";

/**
 * For loops whose awaits never leave the microtask queue: the returned function lets sockets and
 * timers have their turn once a slice of time has passed.
 */
export function breathe(
  sliceMs: number = chainLimits.executionSliceMs,
): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
