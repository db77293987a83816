/** Finds the executable transactions without a look at every sender that lacks its next nonce. */
import type { StateChange } from "@tandem/state";
import type { Pooled, SenderQueue } from "./sender-queue.js";

/** The executable transaction of a sender with the next nonce; undefined if there is none. */
export interface FirstOfQueue {
  readonly queue: SenderQueue;
  readonly first: Pooled | undefined;
}

/** Returns the nonce of a sender's account. */
type NonceOf = (queue: SenderQueue) => bigint;

/** Iterates over queues with their first executable transactions. */
export function* firstsOf(
  queues: Iterable<SenderQueue>,
  nonceOf: NonceOf,
): Generator<FirstOfQueue, void> {
  for (const queue of queues) yield { queue, first: queue.get(nonceOf(queue)) };
}

/**
 * The queues that may have an executable transaction in the state that the pool follows. A queue without one is
 * dropped at the first look, until its transactions or its account change: a pool full of gaps would cost each
 * block several milliseconds.
 */
export class Candidates {
  readonly #queues = new Set<SenderQueue>();

  /** Adds a queue whose transactions or whose account have changed. */
  add(queue: SenderQueue): void {
    this.#queues.add(queue);
  }

  delete(queue: SenderQueue): void {
    this.#queues.delete(queue);
  }

  clear(): void {
    this.#queues.clear();
  }

  /**
   * Iterates as `firstsOf` does, and drops queues without an executable transaction.
   * @param isFollowed returns whether the pool still follows the state of the nonces.
   */
  *firsts(nonceOf: NonceOf, isFollowed: () => boolean): Generator<FirstOfQueue, void> {
    for (const found of firstsOf(this.#queues, nonceOf)) {
      if (found.first === undefined && isFollowed()) this.#queues.delete(found.queue);
      yield found;
    }
  }
}

/** Iterates over the queues of the accounts that a change names. @param senders queues by the key of the sender. */
export function* queuesOf(
  senders: ReadonlyMap<string, SenderQueue>,
  { accounts }: StateChange,
): Generator<SenderQueue, void> {
  for (const sender of accounts.keys()) {
    const queue = senders.get(sender);
    if (queue !== undefined) yield queue;
  }
}
