/** Transactions that wait for a block: by sender and nonce, bounded, ordered by what they pay. */
import {
  type Address,
  type Header,
  type PoolContent,
  type SignedTransaction,
  type StateReader,
  type TxHash,
  toKey,
} from "@tandem/primitives";
import { poolLimits } from "../limits.js";
import { assertAdmissible, priceOf, refusal } from "./admit.js";
import { createHeap, type Ranked } from "./order.js";
import { costOf, createSenderQueue, type Pooled, type SenderQueue } from "./sender-queue.js";
import { PoolSources, type SourceLimits } from "./sources.js";
import { tailsOf } from "./tails.js";

/**
 * Iterates over executable transactions by effective price, best first. Skipping one skips the
 * later ones of its sender.
 */
export interface ReadyTransactions {
  /** The next best; undefined when none is left. */
  next(): SignedTransaction | undefined;
  /** Skips the remaining transactions of the last sender. */
  skipSender(): void;
}

export interface Pool {
  readonly size: number;
  /** The bytes of all transactions. */
  readonly bytes: number;
  /** Changes with every change of what is in the pool. */
  readonly version: number;
  /**
   * Takes a transaction in.
   * @param source the client that brings it, which has a share of the pool.
   * @returns true when it can run as soon as those before it, false while a nonce is missing.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
  admit(transaction: SignedTransaction, head: Header, state: StateReader, source?: string): boolean;
  get(hash: TxHash): SignedTransaction | undefined;
  /** Takes out those that are in a block, or can never be in one. */
  remove(transactions: readonly SignedTransaction[]): void;
  /** Takes all of them out. */
  clear(): void;
  /** Returns a sender's transactions in nonce order. */
  of(sender: Address): readonly SignedTransaction[];
  /** All of them, in the order they came. */
  all(): readonly SignedTransaction[];
  /** Drops what an account's new nonce has made worthless. */
  prune(addresses: Iterable<Address>, state: StateReader): void;
  ready(state: StateReader, minimumGasPrice: bigint): ReadyTransactions;
  hasReady(state: StateReader): boolean;
  /**
   * Returns executable transactions and those that wait for a nonce, each in nonce order of its
   * sender.
   */
  content(state: StateReader): PoolContent;
  /** First nonce of an account that nothing in the chain or the pool has used. */
  nextNonce(address: Address, state: StateReader): bigint;
}

/** The next one of a sender. */
interface Candidate extends Ranked {
  readonly transaction: SignedTransaction;
  readonly queue: SenderQueue;
}

interface PoolLimits extends SourceLimits {
  readonly transactionsMax: number;
  readonly bytesMax: number;
}

/** @param some limits other than the usual ones. */
export function createPool(some: Partial<PoolLimits> = {}): Pool {
  const limits: PoolLimits = { ...poolLimits, ...some };
  const sources = new PoolSources(limits);
  const senders = new Map<string, SenderQueue>();
  const byHash = new Map<string, Pooled>();
  let bytes = 0;
  let arrivals = 0;
  let version = 0;

  function take(transaction: SignedTransaction): void {
    const key = toKey(transaction.sender);
    const queue = senders.get(key);
    const hash = toKey(transaction.hash);
    const pooled = byHash.get(hash);
    if (pooled === undefined || queue === undefined) return;
    byHash.delete(hash);
    sources.remove(pooled.source, transaction.raw.length);
    bytes -= transaction.raw.length;
    version++;
    queue.delete(transaction.fields.nonce);
    if (queue.size === 0) senders.delete(key);
  }

  /** @param hash the key of its hash, and that of its sender. */
  function insert(hash: string, sender: string, pooled: Pooled): SenderQueue {
    const { transaction } = pooled;
    const queue = senders.get(sender) ?? createSenderQueue(transaction.sender);
    senders.set(sender, queue);
    queue.put(pooled);
    byHash.set(hash, pooled);
    sources.add(pooled.source, transaction.raw.length);
    bytes += transaction.raw.length;
    version++;
    return queue;
  }

  /** A price that none in the pool as it is pays less than: thousands may try it in a row. */
  let lowest = { version: -1, minimumGasPrice: 0n, price: 0n };

  /**
   * Returns the tails that pay less than the newcomer, the cheapest first, until there is space.
   * @param replaced is removed anyway, and its space counts.
   * @throws {Fault} `transaction-refused` when they are not enough; then nobody has to go.
   */
  function victimsOf(
    newcomer: SignedTransaction,
    replaced: SignedTransaction | undefined,
    minimumGasPrice: bigint,
  ): SignedTransaction[] {
    const victims: SignedTransaction[] = [];
    let count = byHash.size + (replaced === undefined ? 1 : 0);
    let size = bytes + newcomer.raw.length - (replaced?.raw.length ?? 0);
    const isOver = () => count > limits.transactionsMax || size > limits.bytesMax;
    if (!isOver()) return victims;
    const price = priceOf(newcomer, minimumGasPrice);
    const isKnown = lowest.version === version && lowest.minimumGasPrice === minimumGasPrice;
    const isTooLow = isKnown && replaced === undefined && price <= lowest.price;
    for (const transaction of isTooLow ? [] : tailsOf(senders.values(), minimumGasPrice)) {
      if (transaction === replaced) continue;
      if (priceOf(transaction, minimumGasPrice) >= price) break;
      victims.push(transaction);
      count--;
      size -= transaction.raw.length;
      if (!isOver()) return victims;
    }
    if (victims.length === 0 && replaced === undefined && !isTooLow) {
      lowest = { version, minimumGasPrice, price };
    }
    throw refusal("txpool is full");
  }

  return {
    get size() {
      return byHash.size;
    },
    get bytes() {
      return bytes;
    },
    get version() {
      return version;
    },
    admit(transaction, head, state, source) {
      const hash = toKey(transaction.hash);
      if (byHash.has(hash)) throw refusal("already known");
      const sender = toKey(transaction.sender);
      const queue = senders.get(sender);
      const cost = costOf(transaction);
      assertAdmissible({ transaction, cost, head, state, queue });
      const replaced = queue?.get(transaction.fields.nonce)?.transaction;
      if (replaced === undefined) sources.assertRoom(source, transaction.raw.length);
      victimsOf(transaction, replaced, head.minimumGasPrice).forEach(take);
      if (replaced !== undefined) take(replaced);
      // An eviction may have emptied the sender's queue and dropped it.
      const own = insert(hash, sender, { transaction, arrival: arrivals++, cost, source });
      return own.nextFree(state.nonceOf(transaction.sender)) > transaction.fields.nonce;
    },
    get: (hash) => byHash.get(toKey(hash))?.transaction,
    remove: (transactions) => transactions.forEach(take),
    clear() {
      for (const { transaction } of [...byHash.values()]) take(transaction);
    },
    of: (sender) => senders.get(toKey(sender))?.from(0n) ?? [],
    all: () => [...byHash.values()].map(({ transaction }) => transaction),
    prune(addresses, state) {
      for (const address of addresses) {
        const queue = senders.get(toKey(address));
        queue?.below(state.nonceOf(address)).forEach(take);
      }
    },
    ready(state, minimumGasPrice) {
      const heap = createHeap<Candidate>();
      const offer = (queue: SenderQueue, nonce: bigint) => {
        const next = queue.get(nonce);
        if (next === undefined) return;
        const { transaction, arrival } = next;
        heap.push({ transaction, price: priceOf(transaction, minimumGasPrice), arrival, queue });
      };
      for (const queue of senders.values()) offer(queue, state.nonceOf(queue.sender));
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
    },
    hasReady(state) {
      for (const queue of senders.values()) {
        if (queue.get(state.nonceOf(queue.sender)) !== undefined) return true;
      }
      return false;
    },
    content(state) {
      const queues = [...senders.values()];
      const pending = queues.flatMap((queue) => queue.readyFrom(state.nonceOf(queue.sender)));
      const queued = queues.flatMap((queue) =>
        queue.from(queue.nextFree(state.nonceOf(queue.sender))),
      );
      return { pending, queued };
    },
    nextNonce(address, state) {
      const nonce = state.nonceOf(address);
      return senders.get(toKey(address))?.nextFree(nonce) ?? nonce;
    },
  };
}
