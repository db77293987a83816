/** Bytes that wait on sockets whose readers are slow, bounded for each client and for all. */
import type { Client } from "../clients/client.js";
import { Share } from "../clients/share.js";
import type { Limits } from "../limits.js";

/** A connection on which something waits. */
export interface Waiter {
  readonly client: Client;
  /** Bytes that wait on it now. */
  waitingBytes(): number;
}

export class WaitingBytes {
  readonly #share: Share;
  readonly #limits: Pick<Limits, "waitingBytesMax" | "clientWaitingBytesMax">;
  /** What was counted of each connection that did not take all at once. */
  readonly #counted = new Map<Waiter, number>();

  constructor(limits: Pick<Limits, "waitingBytesMax" | "clientWaitingBytesMax">) {
    this.#limits = limits;
    const { waitingBytesMax: max, clientWaitingBytesMax: clientMax } = limits;
    this.#share = new Share({ name: "waiting-bytes", max, clientMax });
  }

  /** Counts anew what waits on a connection. @param bytes 0: nothing any more. */
  count(waiter: Waiter, bytes: number): void {
    const before = this.#counted.get(waiter) ?? 0;
    if (bytes === before) return;
    if (bytes === 0) this.#counted.delete(waiter);
    else this.#counted.set(waiter, bytes);
    this.#share.add(waiter.client, bytes - before);
  }

  /** Returns whether so much waits, for its client or for all, that a connection is to be cut. */
  isTooMuch(waiter: Waiter): boolean {
    if (!this.#isOver(waiter)) return false;
    // Networks do not tell when they have taken something.
    for (const one of [...this.#counted.keys()]) this.count(one, one.waitingBytes());
    return this.#isOver(waiter);
  }

  #isOver(waiter: Waiter): boolean {
    const { waitingBytesMax, clientWaitingBytesMax } = this.#limits;
    if (this.#share.total <= clientWaitingBytesMax) return false;
    if (this.#share.of(waiter.client) > clientWaitingBytesMax) return true;
    // Of all clients together those pay on whose connections something waits.
    return this.#share.total > waitingBytesMax && this.#counted.has(waiter);
  }
}
