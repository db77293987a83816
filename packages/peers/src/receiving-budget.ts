/** Bounds the bytes of long messages that are received at once, of all peers together. */
import { peerLimits } from "./limits.js";

/** The bytes of a message. */
export interface Taken {
  /** Notes that the message has arrived, and is being handled. */
  received(): void;
  /** Gives the bytes back. */
  release(): void;
}

const nothing: Taken = { received() {}, release() {} };

export class ReceivingBudget {
  #left: number = peerLimits.receivingBytesMax;
  readonly #waiting: { readonly bytes: number; readonly resume: () => void }[] = [];
  /** End the connections whose messages have begun and not arrived, the oldest first. */
  readonly #arriving = new Set<() => void>();
  #turn: NodeJS.Timeout | undefined;

  /**
   * Resolves when a message of this length may be received. The shortest one that waits is the next: whoever claims more
   * than it sends claims much.
   * @param giveUp ends the connection, if others wait and its message has not arrived for the longest time.
   */
  async take(bytes: number, giveUp: () => void): Promise<Taken> {
    if (bytes <= peerLimits.shortMessageBytes) return nothing;
    if (this.#left < bytes) await this.#wait(bytes);
    else this.#left -= bytes;
    this.#arriving.add(giveUp);
    const received = () => {
      this.#arriving.delete(giveUp);
    };
    const release = () => {
      received();
      this.#left += bytes;
      this.#resume();
    };
    return { received, release };
  }

  #wait(bytes: number): Promise<void> {
    return new Promise((resume) => {
      this.#waiting.push({ bytes, resume });
      this.#limitTurn();
    });
  }

  /** Resumes those that fit. Their bytes are taken at once: another one may ask before they run. */
  #resume(): void {
    this.#waiting.sort((one, other) => one.bytes - other.bytes);
    for (const next of this.#waiting.slice()) {
      if (next.bytes > this.#left) break;
      this.#left -= next.bytes;
      this.#waiting.shift();
      next.resume();
    }
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#turn);
    this.#turn = undefined;
  }

  /** Ends the connection of the oldest message again and again while others wait. */
  #limitTurn(): void {
    this.#turn ??= setTimeout(() => {
      this.#turn = undefined;
      const [oldest] = this.#arriving;
      oldest?.();
      if (this.#waiting.length > 0) this.#limitTurn();
    }, peerLimits.arrivingMs).unref();
  }
}
