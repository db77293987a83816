/**
 * Counts what clients send in one turn of the event loop. A server reads one connection for as long as its client goes on
 * to send: uWebSockets.js without an end, Node up to two megabytes, which are hundreds of thousands of frames.
 */
import { turnNumber } from "@tandem/runtime";

export class TurnCount {
  readonly #max: number;
  #turn = 0;
  #count = 0;

  /** @param max the number that is allowed in one turn. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more. Returns whether it is above the maximum. */
  isOver(): boolean {
    const turn = turnNumber();
    if (turn !== this.#turn) this.#count = 0;
    this.#turn = turn;
    this.#count++;
    return this.#count > this.#max;
  }
}
