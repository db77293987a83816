/**
 * Keeps a long execution from holding the event loop, and ends one that is out of time.
 *
 * The VM reads our state synchronously, so nothing in it ever waits. It is asked in between instead:
 * at every message (a checkpoint is opened), every so many instructions and after a costly one, and
 * in the library's own loop at every so many JUMPDESTs, which no loop can do without.
 */

import { Fault } from "@tandem/primitives";
import { type Clock, yieldIfDue } from "@tandem/runtime";
import { roundsBetweenLooks } from "../limits.js";

export interface Pace {
  /** Sets the time limit of what runs next; none when undefined. */
  start(timeoutMs?: number): void;
  /** @returns a pause to wait for, when it is time for one. @throws {Fault} `limit-exceeded`. */
  look(): Promise<void> | undefined;
  /** As `look`, but only every so many rounds. */
  onRound(): Promise<void> | undefined;
}

export function createPace(clock: Clock): Pace {
  let timeoutMs: number | undefined;
  let startedAt = clock.now();
  let rounds = 0;

  function look(): Promise<void> | undefined {
    if (timeoutMs !== undefined && clock.now() - startedAt >= timeoutMs) {
      throw new Fault({ code: "limit-exceeded", limit: "call-timeout", max: timeoutMs });
    }
    return yieldIfDue();
  }

  return {
    start(limitMs) {
      timeoutMs = limitMs;
      startedAt = clock.now();
    },
    look,
    onRound() {
      rounds++;
      return rounds % roundsBetweenLooks === 0 ? look() : undefined;
    },
  };
}
