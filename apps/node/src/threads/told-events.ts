/** Tells the threads with sockets the events of the chain, in their order. */
import type { PendingRaw } from "./socket-events.js";

export class ToldEvents {
  readonly #tellAll: (name: string, value: unknown) => void;
  #pending: PendingRaw[] = [];

  /** @param tellAll calls a function of all threads. */
  constructor(tellAll: (name: string, value: unknown) => void) {
    this.#tellAll = tellAll;
  }

  /** Tells a transaction, with all others of this turn of the event loop. */
  pended(transaction: PendingRaw): void {
    this.#pending.push(transaction);
    if (this.#pending.length === 1) setImmediate(() => this.tellPending());
  }

  /** Tells the transactions so far. */
  tellPending(): void {
    if (this.#pending.length === 0) return;
    this.#tellAll("pending", this.#pending);
    this.#pending = [];
  }

  /** Tells an event after those before it. */
  tell(name: string, value: unknown): void {
    this.tellPending();
    this.#tellAll(name, value);
  }
}
