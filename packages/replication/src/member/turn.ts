/**
 * Decides whether a node may take over: after a log was lost, the node that sealed last has the
 * first turn, because it has the most blocks.
 */
import { lostLogMs } from "../limits.js";

export class Turn {
  readonly #now: () => number;
  /** Is true if no other node is known to have sealed since this one did. */
  #sealedLast = false;
  #waitsUntil = Number.NEGATIVE_INFINITY;

  /** @param now returns monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isOurs(): boolean {
    return this.#sealedLast || this.#now() >= this.#waitsUntil;
  }

  noteSealing(isThisNode: boolean): void {
    this.#sealedLast = isThisNode;
  }

  /**
   * Gives the first turn to the node that sealed last. @param leaseMs the milliseconds for which a
   * lease is valid.
   */
  noteLostLog(leaseMs: number): void {
    this.#waitsUntil = this.#now() + lostLogMs(leaseMs);
  }
}
