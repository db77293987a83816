/** Chooses what a full pool evicts for a newcomer that pays more. */
import type { SignedTransaction } from "@tandem/primitives";
import { priceOf, refusal } from "./admit.js";
import { createHeap, type Heap, type Ranked } from "./order.js";
import type { SenderQueue } from "./sender-queue.js";

/** States how far a pool with the newcomer exceeds its limits; negative where there is space. */
interface Excess {
  readonly transactions: number;
  readonly bytes: number;
}

export const isOver = ({ transactions, bytes }: Excess): boolean => transactions > 0 || bytes > 0;

interface Newcomer {
  readonly newcomer: SignedTransaction;
  /** The transaction that it replaces, which the excess does not count. */
  readonly replaced: SignedTransaction | undefined;
  readonly over: Excess;
}

interface FullPool {
  readonly queues: ReadonlyMap<string, SenderQueue>;
  readonly minimumGasPrice: bigint;
}

/** The last transaction of a sender. */
interface Tail extends Ranked {
  readonly transaction: SignedTransaction;
  readonly queue: SenderQueue;
}

/** The tails of all senders, the cheapest first. Entries that are not tails any more are skipped. */
interface Tails {
  readonly heap: Heap<Tail>;
  readonly minimumGasPrice: bigint;
  /** The number of entries beyond which they are collected again. */
  readonly max: number;
}

/** Entries that are not tails, beside as many as there are senders, beyond which the tails are collected again. */
const staleMax = 1024;

const lastOf = (queue: SenderQueue): SignedTransaction | undefined => queue.last()?.transaction;

/**
 * Finds the victims of a full pool. The tails are collected once, and follow the changes of the pool: a pool
 * may be full for long, and have tens of thousands of senders.
 */
export class Eviction {
  #tails: Tails | undefined;

  /** Tells that a transaction was added to a queue. */
  added(queue: SenderQueue, transaction: SignedTransaction): void {
    const tails = this.#known();
    if (tails !== undefined && lastOf(queue) === transaction) push(tails, queue, transaction);
  }

  /** Tells that a transaction was removed from a queue. */
  removed(queue: SenderQueue, { fields }: SignedTransaction): void {
    const tails = this.#known();
    const last = tails && lastOf(queue);
    if (tails === undefined || last === undefined) return;
    if (last.fields.nonce < fields.nonce) push(tails, queue, last);
  }

  /** Tells that all queues were dropped. */
  clear(): void {
    this.#tails = undefined;
  }

  /**
   * Returns the last transactions of senders that pay less than the newcomer, the cheapest first,
   * until there is space.
   * @throws {Fault} `transaction-refused` if they are not enough; then none is evicted.
   */
  victimsFor({ newcomer, replaced, over }: Newcomer, pool: FullPool): SignedTransaction[] {
    const tails = this.#tailsOf(pool);
    const { heap } = tails;
    const price = priceOf(newcomer, pool.minimumGasPrice);
    const victims: SignedTransaction[] = [];
    const passed: Tail[] = [];
    /** The rest of each queue of which the last transaction was passed, in the order of nonces. */
    const left = new Map<SenderQueue, SignedTransaction[]>();
    let { transactions, bytes } = over;
    for (let tail = heap.first(); tail !== undefined; tail = heap.first()) {
      const { queue, transaction } = tail;
      const rest = left.get(queue);
      const isTail = transaction === (rest === undefined ? lastOf(queue) : rest.at(-1));
      if (isTail && -tail.price >= price) break;
      heap.pop();
      if (!isTail) continue;
      passed.push(tail);
      if (transaction !== replaced) {
        victims.push(transaction);
        transactions--;
        bytes -= transaction.raw.length;
        if (!isOver({ transactions, bytes })) return victims;
      }
      const earlier = rest ?? queue.from(0n);
      earlier.pop();
      left.set(queue, earlier);
      const next = earlier.at(-1);
      if (next !== undefined) push(tails, queue, next);
    }
    for (const tail of passed) heap.push(tail);
    throw refusal("txpool is full");
  }

  /** Returns the tails if they were collected, and drops them if too many entries are tails no more. */
  #known(): Tails | undefined {
    if (this.#tails !== undefined && this.#tails.heap.size > this.#tails.max) this.clear();
    return this.#tails;
  }

  #tailsOf({ queues, minimumGasPrice }: FullPool): Tails {
    const known = this.#known();
    if (known?.minimumGasPrice === minimumGasPrice) return known;
    const max = 2 * queues.size + staleMax;
    const tails = { heap: createHeap<Tail>(), minimumGasPrice, max };
    for (const queue of queues.values()) {
      const last = lastOf(queue);
      if (last !== undefined) push(tails, queue, last);
    }
    this.#tails = tails;
    return tails;
  }
}

function push(
  { heap, minimumGasPrice }: Tails,
  queue: SenderQueue,
  transaction: SignedTransaction,
): void {
  // The heap returns the highest price first.
  const price = -priceOf(transaction, minimumGasPrice);
  heap.push({ transaction, queue, price, arrival: 0 });
}
