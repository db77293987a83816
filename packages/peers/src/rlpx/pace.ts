/** Bounds how many messages of a peer are handled in a second. */
import { peerLimits } from "../limits.js";

const windowMs = 1000;

export class Pace {
  #windowEndsAt = 0;
  #counted = 0;

  /** Counts a message. @param now monotonic milliseconds. @returns the milliseconds that it must wait. */
  count(now: number): number {
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + windowMs;
      this.#counted = 0;
    }
    this.#counted++;
    return this.#counted <= peerLimits.messagesPerSecondMax ? 0 : this.#windowEndsAt - now;
  }
}
