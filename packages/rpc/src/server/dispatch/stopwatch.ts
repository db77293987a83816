/**
 * Measures the duration of calls. Reading the clock is a tenth of the cost of a short call in a batch.
 */
export class Stopwatch {
  #last = 0;

  /** Returns the time in milliseconds of a monotonic clock. */
  read(): number {
    this.#last = performance.now();
    return this.#last;
  }

  /** Returns the last reading, which is current for synchronous code. */
  get last(): number {
    return this.#last;
  }
}
