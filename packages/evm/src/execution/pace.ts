/**
 * Keeps a long execution from holding the event loop, and ends one that is out of time.
 *
 * State is read synchronously, so an execution never waits by itself. `look` is called at every message of the library
 * (when a checkpoint is opened), and every few thousand units of gas.
 */

import { Fault } from "@tandem/primitives";
import { type Cancellation, type Clock, cancelledError, yieldIfDue } from "@tandem/runtime";

export interface Pace {
  /**
   * Sets the time limit of what runs next; none when undefined.
   * @param startedAt reading of the clock at which the time began; now if left out.
   */
  start(timeoutMs?: number, startedAt?: number): void;
  /** Sets what may cancel everything that runs from now on; nothing when undefined. */
  cancelBy(cancellation: Cancellation | undefined): void;
  /**
   * @returns a pause to wait for, when it is time for one.
   * @throws {Fault} `limit-exceeded`, or an AbortError when the work was cancelled.
   */
  look(): Promise<void> | undefined;
}

export function createPace(clock: Clock): Pace {
  let timeoutMs: number | undefined;
  let startedAt = clock.now();
  let cancelling: Cancellation | undefined;

  function look(): Promise<void> | undefined {
    if (timeoutMs !== undefined && clock.now() - startedAt >= timeoutMs) {
      throw new Fault({ code: "limit-exceeded", limit: "call-timeout", max: timeoutMs });
    }
    if (cancelling?.isAborted === true) throw cancelledError();
    return yieldIfDue();
  }

  return {
    start(limitMs, since = clock.now()) {
      timeoutMs = limitMs;
      startedAt = since;
    },
    cancelBy(cancellation) {
      cancelling = cancellation;
    },
    look,
  };
}
