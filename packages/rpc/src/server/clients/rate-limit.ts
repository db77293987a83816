/** Limits requests a second with a token bucket that holds the tokens of one second. */
import type { Clock } from "@tandem/runtime";

/** The tolerance for rounding, in milliseconds. */
const epsilonMs = 1e-6;

export class RateLimit {
  readonly perSecond: number;
  readonly #clock: Clock;
  /**
   * The time at which the bucket will be full, which is its whole state (generic cell rate algorithm).
   */
  #fullAtMs = 0;

  /** @param perSecond above 0; below 1 the bucket holds one token. */
  constructor(perSecond: number, clock: Clock) {
    this.perSecond = perSecond;
    this.#clock = clock;
  }

  /** Takes a token. Returns 0 if there was one, else the milliseconds until there is one. */
  take(): number {
    const now = this.#clock.now();
    const tokenMs = 1000 / this.perSecond;
    const bucketMs = Math.max(1000, tokenMs);
    // After the clock is set back, the wait is at most the time in which an empty bucket fills.
    const fullAtMs = Math.min(Math.max(this.#fullAtMs, now), now + bucketMs);
    const waitMs = fullAtMs + tokenMs - now - bucketMs;
    if (waitMs > epsilonMs) return waitMs;
    this.#fullAtMs = fullAtMs + tokenMs;
    return 0;
  }
}
