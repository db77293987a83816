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

export class Pace {
  readonly #clock: Clock;
  #timeoutMs: number | undefined;
  #startedAt: number;
  #cancellation: Cancellation | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /**
   * Sets the time limit of the next executions; undefined for none.
   * @param startedAt the clock's time at the start; now if undefined.
   */
  start(timeoutMs?: number, startedAt = this.#clock.now()): void {
    this.#timeoutMs = timeoutMs;
    this.#startedAt = startedAt;
  }

  /** Sets what cancels all executions from now on; undefined for nothing. */
  cancelBy(cancellation: Cancellation | undefined): void {
    this.#cancellation = cancellation;
  }

  /**
   * Checks the limits, and whether the time slice is over.
   * @returns a pause to await, if one is due.
   * @throws {Fault} `limit-exceeded`, or an AbortError when the work was cancelled.
   */
  readonly yieldIfDue = (): Promise<void> | undefined => {
    const max = this.#timeoutMs;
    if (max !== undefined && this.#clock.now() - this.#startedAt >= max) {
      throw new Fault({ code: "limit-exceeded", limit: "call-timeout", max });
    }
    if (this.#cancellation?.isAborted === true) throw cancelledError();
    return yieldToOthers();
  };
}
