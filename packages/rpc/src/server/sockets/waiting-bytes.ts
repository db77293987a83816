/** Counts the bytes that wait for slow readers, and limits them for each client and for all. */
import type { Client } from "../../access/client.js";
import { Share } from "../../access/share.js";
import type { Limits } from "../../limits.js";

/** A connection with waiting bytes. */
export interface Waiter {
  readonly client: Client;
  /** Returns the number of bytes that wait now. */
  waitingBytes(): number;
}

export class WaitingBytes {
  readonly #share: Share;
  readonly #limits: Pick<Limits, "waitingBytesMax" | "clientWaitingBytesMax">;
  /** The counted bytes of each connection that did not accept everything at once. */
  readonly #counted = new Map<Waiter, number>();

  constructor(limits: Pick<Limits, "waitingBytesMax" | "clientWaitingBytesMax">) {
    this.#limits = limits;
    const { waitingBytesMax: max, clientWaitingBytesMax: clientMax } = limits;
    this.#share = new Share({ name: "waiting-bytes", max, clientMax });
  }

  /**
   * Updates the waiting bytes of a connection.
   * @param bytes 0 if nothing waits any more.
   */
  count(waiter: Waiter, bytes: number): void {
    const before = this.#counted.get(waiter) ?? 0;
    if (bytes === before) return;
    if (bytes === 0) this.#counted.delete(waiter);
    else this.#counted.set(waiter, bytes);
    this.#share.add(waiter.client, bytes - before);
  }

  /**
   * Returns whether the bytes that wait, of its client or of all, require that the connection is
   * closed.
   */
  isTooMuch(waiter: Waiter): boolean {
    if (!this.#isOver(waiter)) return false;
    // The network does not notify when it has accepted bytes.
    for (const one of [...this.#counted.keys()]) this.count(one, one.waitingBytes());
    return this.#isOver(waiter);
  }

  #isOver(waiter: Waiter): boolean {
    const { waitingBytesMax, clientWaitingBytesMax } = this.#limits;
    if (this.#share.total <= clientWaitingBytesMax) return false;
    if (this.#share.of(waiter.client) > clientWaitingBytesMax) return true;
    // If the total is over its limit, only connections with waiting bytes are closed.
    return this.#share.total > waitingBytesMax && this.#counted.has(waiter);
  }
}
