/** Tells whether a node may take over: after a log was lost, the node that sealed last goes first, having the most. */
import { lostLogMs } from "../limits.js";

export class Turn {
  readonly #now: () => number;
  /** Whether no other node is known to have sealed since this one did. */
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

  /** Lets the node that sealed last go first. @param leaseMs the milliseconds for which a lease is valid. */
  noteLostLog(leaseMs: number): void {
    this.#waitsUntil = this.#now() + lostLogMs(leaseMs);
  }
}
