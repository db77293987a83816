/** Orders the executable transactions of the pool. */
import type { SignedTransaction } from "@tandem/primitives";
import { poolLimits } from "../limits.js";
import { priceOf } from "./admit.js";
import type { FirstOfQueue } from "./candidates.js";
import { createHeap, type Ranked } from "./order.js";
import type { Pooled, SenderQueue } from "./sender-queue.js";

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

/** Returns whether any sender has an executable transaction. */
export function hasReady(firsts: Iterable<FirstOfQueue>): boolean {
  for (const { first } of firsts) if (first !== undefined) return true;
  return false;
}

/** Orders the transactions of senders, in steps. */
export function* readySteps(
  firsts: Iterable<FirstOfQueue>,
  minimumGasPrice: bigint,
): Generator<void, ReadyTransactions> {
  const heap = createHeap<Candidate>();
  const offer = (queue: SenderQueue, next: Pooled | undefined) => {
    if (next === undefined) return;
    const { transaction, arrival } = next;
    heap.push({ transaction, price: priceOf(transaction, minimumGasPrice), arrival, queue });
  };
  let count = 0;
  for (const { queue, first } of firsts) {
    offer(queue, first);
    if (++count % poolLimits.sendersBeforeYield === 0) yield;
  }
  let current: Candidate | undefined;
  return {
    next() {
      if (current !== undefined) {
        const { queue, transaction } = current;
        offer(queue, queue.get(transaction.fields.nonce + 1n));
      }
      current = heap.pop();
      return current?.transaction;
    },
    skipSender() {
      current = undefined;
    },
  };
}
