/** Limits requests a second with a token bucket that holds the tokens of one second. */
import type { Clock } from "@tandem/runtime";

/** The tolerance for rounding, in milliseconds. */
const epsilonMs = 1e-5;
const nanosecondsPerMs = 1e6;

/** The memory of a bucket, which threads may share. */
export const bucketBytes = 8;

export class RateLimit {
  readonly perSecond: number;
  readonly #clock: Clock;
  /**
   * The time in nanoseconds at which the bucket will be full, which is its whole state (generic cell
   * rate algorithm).
   */
  readonly #fullAt: BigInt64Array;

  /**
   * @param perSecond above 0; below 1 the bucket holds one token.
   * @param clock the same one for all threads that share the bucket.
   * @param bucket memory that begins with the bucket, whose 8 bytes are 0 at first; memory of its own
   * by default.
   */
  constructor(perSecond: number, clock: Clock, bucket = new SharedArrayBuffer(bucketBytes)) {
    this.perSecond = perSecond;
    this.#clock = clock;
    this.#fullAt = new BigInt64Array(bucket, 0, 1);
  }

  /** Takes a token. Returns 0 if there was one, else the milliseconds until there is one. */
  take(): number {
    const now = this.#clock.now();
    const tokenMs = 1000 / this.perSecond;
    const bucketMs = Math.max(1000, tokenMs);
    for (;;) {
      const known = Atomics.load(this.#fullAt, 0);
      // After the clock is set back, the wait is at most the time in which an empty bucket fills.
      const fullAtMs = Math.min(Math.max(Number(known) / nanosecondsPerMs, now), now + bucketMs);
      const waitMs = fullAtMs + tokenMs - now - bucketMs;
      if (waitMs > epsilonMs) return waitMs;
      const next = BigInt(Math.round((fullAtMs + tokenMs) * nanosecondsPerMs));
      // Another thread may have taken a token meanwhile.
      if (Atomics.compareExchange(this.#fullAt, 0, known, next) === known) return 0;
    }
  }
}
