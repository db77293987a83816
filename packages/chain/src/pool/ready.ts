/** Orders the executable transactions of the pool. */
import type { SignedTransaction } from "@tandem/primitives";
import { poolLimits } from "../limits.js";
import { priceOf } from "./admit.js";
import { createHeap, type Ranked } from "./order.js";
import type { SenderQueue } from "./sender-queue.js";

/**
 * Iterates over executable transactions by effective price, best first. Skipping one skips the
 * later ones of its sender.
 */
export interface ReadyTransactions {
  /** Returns the next best; undefined if none is left. */
  next(): SignedTransaction | undefined;
  /** Skips the remaining transactions of the last sender. */
  skipSender(): void;
}

/** The next transaction of a sender. */
interface Candidate extends Ranked {
  readonly transaction: SignedTransaction;
  readonly queue: SenderQueue;
}

/** Returns whether any sender has an executable transaction. @param nonceOf as for `readySteps`. */
export function hasReady(
  queues: Iterable<SenderQueue>,
  nonceOf: (queue: SenderQueue) => bigint,
): boolean {
  for (const queue of queues) if (queue.get(nonceOf(queue)) !== undefined) return true;
  return false;
}

/** Orders the transactions of senders, in steps. @param nonceOf returns the nonce of a sender's account. */
export function* readySteps(
  queues: Iterable<SenderQueue>,
  nonceOf: (queue: SenderQueue) => bigint,
  minimumGasPrice: bigint,
): Generator<void, ReadyTransactions> {
  const heap = createHeap<Candidate>();
  const offer = (queue: SenderQueue, nonce: bigint) => {
    const next = queue.get(nonce);
    if (next === undefined) return;
    const { transaction, arrival } = next;
    heap.push({ transaction, price: priceOf(transaction, minimumGasPrice), arrival, queue });
  };
  let count = 0;
  for (const queue of queues) {
    offer(queue, nonceOf(queue));
    if (++count % poolLimits.sendersBeforeYield === 0) yield;
  }
  let current: Candidate | undefined;
  return {
    next() {
      if (current !== undefined) offer(current.queue, current.transaction.fields.nonce + 1n);
      current = heap.pop();
      return current?.transaction;
    },
    skipSender() {
      current = undefined;
    },
  };
}
