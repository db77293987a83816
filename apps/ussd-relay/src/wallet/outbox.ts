/** Signed transactions that are not in a block yet: in memory for speed, in the store for ever. */
import type { Hex } from "viem";
import type { Screen } from "../menu/screens.js";
import type { Sending, SessionStore } from "../session/store.js";

export class Outbox {
  readonly #store: SessionStore;
  readonly #sendings = new Map<Hex, Sending>();

  private constructor(store: SessionStore, sendings: readonly Sending[]) {
    this.#store = store;
    for (const sending of sendings) this.#sendings.set(sending.hash, sending);
  }

  /** With what an earlier life of the relay left. */
  static async open(store: SessionStore): Promise<Outbox> {
    return new Outbox(store, await store.unsettled());
  }

  /** Those to follow. */
  list(): readonly Sending[] {
    return [...this.#sendings.values()];
  }

  /** The least nonce none of them has taken; 0 when there are none. */
  nextNonce(): number {
    return this.list().reduce((next, { nonce }) => Math.max(next, nonce + 1), 0);
  }

  /** On disk, before it is broadcast. From then on it is followed, or dropped. */
  async keep(sending: Sending, screen: Screen, now: number): Promise<void> {
    await this.#store.keepSending(sending, screen, now);
  }

  follow(sending: Sending): void {
    this.#sendings.set(sending.hash, sending);
  }

  /** No node took it. */
  async drop(sending: Sending): Promise<void> {
    await this.#store.dropSending(sending);
  }

  async settle(hash: Hex): Promise<void> {
    await this.#store.settle(hash);
    this.#sendings.delete(hash);
  }
}
