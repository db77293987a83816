/** Ignores the transactions of a peer for some time after this node had to refuse many: each costs a check of its signature. */
import { peerLimits } from "./limits.js";

export class RefusedTransactions {
  readonly #ignoredUntil = new WeakMap<object, number>();

  /** Returns whether a peer's transactions are ignored. @param now monotonic milliseconds. */
  isIgnored(peer: object, now: number): boolean {
    return now < (this.#ignoredUntil.get(peer) ?? 0);
  }

  /** Notes that of `count` transactions of a peer `refused` were refused. @param now monotonic milliseconds. */
  note(peer: object, count: number, refused: number, now: number): void {
    if (refused <= count * peerLimits.refusedShareMax) return;
    this.#ignoredUntil.set(peer, now + refused * peerLimits.ignoredMsPerRefused);
  }
}
