/**
 * Keeps a long execution from holding the event loop, and ends one that is out of time.
 *
 * The VM reads our state synchronously, so nothing in it ever waits. It is asked twice instead: at
 * every message (a checkpoint is opened) and at every JUMPDEST, which no loop can do without.
 */
import { setImmediate } from "node:timers/promises";
import { type Clock, Fault } from "@tandem/primitives";
import { breathMs, roundsBetweenLooks } from "./limits.js";

export interface Pace {
  /** Sets the time limit of what runs next; none when undefined. */
  start(timeoutMs?: number): void;
  /** @returns a pause to wait for, when it is time for one. @throws {Fault} `limit-exceeded`. */
  onMessage(): Promise<void> | undefined;
  /** As `onMessage`, but the clock is read only every so many rounds. */
  onRound(): Promise<void> | undefined;
}

export function createPace(clock: Clock): Pace {
  let timeoutMs: number | undefined;
  let startedAt = clock.now();
  let breathedAt = startedAt;
  let rounds = 0;

  async function breathe(): Promise<void> {
    await setImmediate();
    breathedAt = clock.now();
  }

  function onMessage(): Promise<void> | undefined {
    const now = clock.now();
    if (timeoutMs !== undefined && now - startedAt >= timeoutMs) {
      throw new Fault({ code: "limit-exceeded", limit: "call-timeout", max: timeoutMs });
    }
    return now - breathedAt >= breathMs ? breathe() : undefined;
  }

  return {
    start(limitMs) {
      timeoutMs = limitMs;
      startedAt = clock.now();
      breathedAt = startedAt;
    },
    onMessage,
    onRound() {
      rounds++;
      return rounds % roundsBetweenLooks === 0 ? onMessage() : undefined;
    },
  };
}
