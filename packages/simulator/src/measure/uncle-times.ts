/**
 * Correlates the number of uncles that a block lists with its own, the previous and the next
 * interval.
 */
import type { UncleCorrelation } from "../results/results.js";
import { Correlation } from "./correlation.js";

export class UncleTimes {
  readonly #own = new Correlation();
  readonly #previous = new Correlation();
  readonly #next = new Correlation();
  #last: { readonly elapsed: number; readonly uncles: number } | undefined;

  /** Adds a main block. @param elapsed the seconds since the block before it. */
  add(elapsed: number, uncles: number): void {
    this.#own.add(elapsed, uncles);
    if (this.#last !== undefined) {
      this.#previous.add(this.#last.elapsed, uncles);
      this.#next.add(elapsed, this.#last.uncles);
    }
    this.#last = { elapsed, uncles };
  }

  summary(): UncleCorrelation {
    return {
      own: this.#own.coefficient,
      previous: this.#previous.coefficient,
      next: this.#next.coefficient,
    };
  }
}
