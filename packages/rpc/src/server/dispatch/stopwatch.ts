/** How long calls take. Reading the time is a tenth of what a short call of a batch costs. */
export class Stopwatch {
  #last = 0;

  /** Milliseconds, of a clock nobody turns. */
  read(): number {
    this.#last = performance.now();
    return this.#last;
  }

  /** What was read last: now, for whoever has not waited since. */
  get last(): number {
    return this.#last;
  }
}
