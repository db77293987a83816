import { Fault } from "@tandem/primitives";
import { debugBytesMax } from "../limits.js";

/** Limits the traces of the executions of one request, in bytes as `limits.ts` counts them. */
export class Budget {
  readonly #max: number;
  #left: number;

  /** Creates a budget. @param max bytes at the start. */
  constructor(max = debugBytesMax) {
    this.#max = max;
    this.#left = max;
  }

  get left(): number {
    return this.#left;
  }

  /** Spends bytes. @throws {Fault} `limit-exceeded` when nothing is left. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new Fault({ code: "limit-exceeded", limit: "debug-trace-bytes", max: this.#max });
  }
}
