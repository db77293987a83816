/** Orders the transactions that a full pool evicts. */
import type { SignedTransaction } from "@tandem/primitives";
import { priceOf } from "./admit.js";
import { createHeap, type Ranked } from "./order.js";
import type { SenderQueue } from "./sender-queue.js";

interface Tail extends Ranked {
  readonly transaction: SignedTransaction;
  /** The earlier transactions of the sender. */
  readonly rest: Iterator<SignedTransaction>;
}

/**
 * Iterates over the senders' last transactions, the cheapest first; the one before it is then its
 * sender's last.
 */
export function* tailsOf(
  queues: Iterable<SenderQueue>,
  minimumGasPrice: bigint,
): Generator<SignedTransaction> {
  const heap = createHeap<Tail>();
  const offer = (rest: Iterator<SignedTransaction>) => {
    const next = rest.next();
    if (next.done) return;
    const transaction = next.value;
    // The heap returns the highest price first.
    heap.push({ transaction, price: -priceOf(transaction, minimumGasPrice), arrival: 0, rest });
  };
  for (const queue of queues) offer(backwards(queue));
  for (let cheapest = heap.pop(); cheapest !== undefined; cheapest = heap.pop()) {
    yield cheapest.transaction;
    offer(cheapest.rest);
  }
}

/** Iterates from the highest nonce down; sorts only if more than one is needed. */
function* backwards(queue: SenderQueue): Generator<SignedTransaction> {
  const last = queue.last()?.transaction;
  if (last === undefined) return;
  yield last;
  yield* queue.from(0n).reverse().slice(1);
}
