/** Bounds how many messages of a peer, and of how many bytes, are handled in a second. */
import { peerLimits } from "../limits.js";

const windowMs = 1000;

export class Pace {
  #windowEndsAt = 0;
  #messages = 0;
  #bytes = 0;

  /** Counts a message. @param now monotonic milliseconds. @returns the milliseconds that it must wait. */
  count(bytes: number, now: number): number {
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + windowMs;
      this.#messages = 0;
      this.#bytes = 0;
    }
    this.#messages++;
    this.#bytes += bytes;
    const { messagesPerSecondMax, bytesPerSecondMax } = peerLimits;
    const isOver = this.#messages > messagesPerSecondMax || this.#bytes > bytesPerSecondMax;
    return isOver ? this.#windowEndsAt - now : 0;
  }
}
