/** How many requests a second somebody may make: a token bucket that holds a second's worth. */
import type { Clock } from "@tandem/runtime";

/** Of rounding, in milliseconds. */
const epsilonMs = 1e-6;

export class RateLimit {
  readonly perSecond: number;
  readonly #clock: Clock;
  /** When the bucket will be full: all of its state (the generic cell rate algorithm). */
  #fullAtMs = 0;

  /** @param perSecond above 0; below 1 the bucket holds one token. */
  constructor(perSecond: number, clock: Clock) {
    this.perSecond = perSecond;
    this.#clock = clock;
  }

  /** Takes a token. @returns milliseconds until there is one; 0: it was taken. */
  take(): number {
    const now = this.#clock.now();
    const tokenMs = 1000 / this.perSecond;
    const bucketMs = Math.max(1000, tokenMs);
    // After a clock was set back nobody waits for longer than an empty bucket takes to fill.
    const fullAtMs = Math.min(Math.max(this.#fullAtMs, now), now + bucketMs);
    const waitMs = fullAtMs + tokenMs - now - bucketMs;
    if (waitMs > epsilonMs) return waitMs;
    this.#fullAtMs = fullAtMs + tokenMs;
    return 0;
  }
}
