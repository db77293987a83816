/**
 * Counts what clients send in one turn of the event loop. A server reads one connection for as long as its client goes on
 * to send: uWebSockets.js without an end, Node up to two megabytes, which are hundreds of thousands of frames.
 */
export class TurnCount {
  readonly #max: number;
  #count = 0;

  /** @param max the number that is allowed in one turn. */
  constructor(max: number) {
    this.#max = max;
  }

  static #reset(count: TurnCount): void {
    count.#count = 0;
  }

  /** Counts one more. Returns whether it is above the maximum. */
  isOver(): boolean {
    if (this.#count === 0) setImmediate(TurnCount.#reset, this);
    this.#count++;
    return this.#count > this.#max;
  }
}
