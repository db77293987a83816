/** Lets the event loop run while something long goes on, and stops for a client that has gone. */
import { setImmediate } from "node:timers/promises";
import { chainLimits } from "./limits.js";

export interface Turns {
  /** Whether this has held the event loop for as long as it may. */
  isOver(): boolean;
  /** @throws the signal's reason once nobody waits any more. */
  next(): Promise<void>;
}

export function takeTurns(signal: AbortSignal): Turns {
  let endsAt = performance.now() + chainLimits.scanTurnMs;
  return {
    isOver: () => performance.now() > endsAt,
    async next() {
      await setImmediate();
      signal.throwIfAborted();
      endsAt = performance.now() + chainLimits.scanTurnMs;
    },
  };
}
