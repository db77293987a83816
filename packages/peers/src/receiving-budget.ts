/** Bounds the bytes of long messages that are received at once, of all peers together. */
import { peerLimits } from "./limits.js";

export class ReceivingBudget {
  #left: number = peerLimits.receivingBytesMax;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when a message of this length may be received. Returns a function that ends it. */
  async take(bytes: number): Promise<() => void> {
    if (bytes <= peerLimits.shortMessageBytes) return () => {};
    while (this.#left < bytes) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    this.#left -= bytes;
    return () => {
      this.#left += bytes;
      for (const resume of this.#waiting.splice(0)) resume();
    };
  }
}
