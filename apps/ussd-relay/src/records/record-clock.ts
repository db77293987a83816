/**
 * Measures for how long rows are stored: only while the relay runs, whatever happens to the clock of the machine. Otherwise
 * a clock that jumps forward, or a long outage, would end answers, and a post that the gateway repeats would pay again.
 */

/** The clocks of the machine. */
export interface Clocks {
  /** Returns Unix milliseconds. */
  readonly wall: () => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly stopwatch: () => number;
}

/**
 * Returns a clock in whole milliseconds.
 * @param stored its time when the records were used last; undefined: it begins with the Unix time, in which former versions
 * stored the ends of rows.
 */
export function recordClock(stored: number | undefined, { wall, stopwatch }: Clocks): () => number {
  const offset = (stored ?? wall()) - stopwatch();
  return () => Math.floor(offset + stopwatch());
}
