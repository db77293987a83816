/**
 * Makes long executions yield to the event loop, and ends one that exceeds its time limit.
 *
 * State is read synchronously, so an execution never waits by itself. `yieldIfDue` is called at every
 * message of the library (when a checkpoint is opened), and every few thousand units of gas.
 */

import { Fault } from "@tandem/primitives";
import {
  type Cancellation,
  type Clock,
  cancelledError,
  yieldIfDue as yieldToOthers,
} from "@tandem/runtime";

export interface Pace {
  /**
   * Sets the time limit of the next executions; undefined for none.
   * @param startedAt the clock's time at the start; now if undefined.
   */
  start(timeoutMs?: number, startedAt?: number): void;
  /** Sets what cancels all executions from now on; undefined for nothing. */
  cancelBy(cancellation: Cancellation | undefined): void;
  /**
   * Checks the limits, and whether the time slice is over.
   * @returns a pause to await, if one is due.
   * @throws {Fault} `limit-exceeded`, or an AbortError when the work was cancelled.
   */
  yieldIfDue(): Promise<void> | undefined;
}

export function createPace(clock: Clock): Pace {
  let timeoutMs: number | undefined;
  let startedAt = clock.now();
  let cancelling: Cancellation | undefined;

  function checkLimits(): Promise<void> | undefined {
    if (timeoutMs !== undefined && clock.now() - startedAt >= timeoutMs) {
      throw new Fault({ code: "limit-exceeded", limit: "call-timeout", max: timeoutMs });
    }
    if (cancelling?.isAborted === true) throw cancelledError();
    return yieldToOthers();
  }

  return {
    start(limitMs, since = clock.now()) {
      timeoutMs = limitMs;
      startedAt = since;
    },
    cancelBy(cancellation) {
      cancelling = cancellation;
    },
    yieldIfDue: checkLimits,
  };
}
