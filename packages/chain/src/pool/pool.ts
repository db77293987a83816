/** Pending transactions: by sender and nonce, bounded, ordered by price. */
import {
  type Address,
  type Header,
  isEqual,
  type PoolContent,
  type SignedTransaction,
  type StateReader,
  type StateRoot,
  type TxHash,
  toKey,
} from "@tandem/primitives";
import type { StateChange } from "@tandem/state";
import { poolLimits } from "../limits.js";
import { type Admission, assertAdmissible, assertReadmissible, priceOf, refusal } from "./admit.js";
import { type ReadyTransactions, readySteps } from "./ready.js";
import { costOf, type Pooled, SenderQueue } from "./sender-queue.js";
import { PoolSources, type SourceLimits } from "./sources.js";
import { tailsOf } from "./tails.js";

export interface Pool {
  readonly size: number;
  /** The bytes of all transactions. */
  readonly bytes: number;
  /** Changes with every change of the pool's content. */
  readonly version: number;
  /**
   * Adds a transaction.
   * @param source the client that submits it; each client has a share of the pool.
   * @returns true if it is executable after those before it, false while a nonce is missing.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
  admit(transaction: SignedTransaction, head: Header, state: StateReader, source?: string): boolean;
  /**
   * Adds a transaction that was in the pool or in a removed block. It may wait for a lower price or
   * a higher gas limit than the head's.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
  readmit(transaction: SignedTransaction, head: Header, state: StateReader): void;
  get(hash: TxHash): SignedTransaction | undefined;
  /** Removes transactions that are in a block, or can never be in one. */
  remove(transactions: readonly SignedTransaction[]): void;
  /** Removes all transactions. */
  clear(): void;
  /** Returns a sender's transactions in nonce order. */
  of(sender: Address): readonly SignedTransaction[];
  /** Returns all transactions, in the order of arrival. */
  all(): readonly SignedTransaction[];
  /**
   * Drops transactions whose nonce the accounts have used, or which alone cost more than their balance, in
   * steps. What is added meanwhile must be checked against the same state.
   * @param change if it begins at the state that was followed last, only the senders in it are read: an
   * authorization and delegated code (EIP-7702) use nonces and funds of accounts that sent nothing.
   */
  follow(state: StateReader, change?: StateChange): Generator<void, void>;
  /** Orders the executable transactions, in steps. */
  ready(state: StateReader, minimumGasPrice: bigint): Generator<void, ReadyTransactions>;
  hasReady(state: StateReader): boolean;
  /**
   * Returns executable transactions and those that lack an earlier nonce, each in nonce order of
   * its sender.
   */
  content(state: StateReader): PoolContent;
  /** Returns the first nonce of an account that neither the chain nor the pool has used. */
  nextNonce(address: Address, state: StateReader): bigint;
}

interface Adding extends Pick<Admission, "head" | "state"> {
  readonly source: string | undefined;
  readonly assertFit: (admission: Admission) => void;
}

interface PoolLimits extends SourceLimits {
  readonly transactionsMax: number;
  readonly bytesMax: number;
  readonly replacementBumpPercent: bigint;
}

/** Creates a pool. @param some limits that differ from the default ones. */
export const createPool = (some: Partial<PoolLimits> = {}): Pool => new TransactionPool(some);

class TransactionPool implements Pool {
  readonly #limits: PoolLimits;
  readonly #sources: PoolSources;
  readonly #senders = new Map<string, SenderQueue>();
  readonly #byHash = new Map<string, Pooled>();
  /**
   * Root of the state at which no transaction is impossible, and which the nonces of the queues are of;
   * undefined while a state is not followed to its end.
   */
  #root: StateRoot | undefined;
  #bytes = 0;
  #arrivals = 0;
  #version = 0;
  /**
   * A price that no transaction of the pool at this version pays less than: thousands may fail with
   * it in a row.
   */
  #lowest = { version: -1, minimumGasPrice: 0n, price: 0n };

  constructor(some: Partial<PoolLimits>) {
    this.#limits = { ...poolLimits, ...some };
    this.#sources = new PoolSources(this.#limits);
  }

  get size(): number {
    return this.#byHash.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get version(): number {
    return this.#version;
  }

  admit(
    transaction: SignedTransaction,
    head: Header,
    state: StateReader,
    source?: string,
  ): boolean {
    return this.#add(transaction, { head, state, source, assertFit: assertAdmissible });
  }

  readmit(transaction: SignedTransaction, head: Header, state: StateReader): void {
    this.#add(transaction, { head, state, source: undefined, assertFit: assertReadmissible });
  }

  /** Returns what `admit` does. */
  #add(transaction: SignedTransaction, { head, state, source, assertFit }: Adding): boolean {
    const hash = toKey(transaction.hash);
    if (this.#byHash.has(hash)) {
      throw refusal("already known", { kind: "already-known", hash: transaction.hash });
    }
    const sender = toKey(transaction.sender);
    const queue = this.#senders.get(sender);
    const cost = costOf(transaction);
    const { replacementBumpPercent: bumpPercent } = this.#limits;
    assertFit({ transaction, cost, head, state, queue, bumpPercent });
    const replaced = queue?.get(transaction.fields.nonce)?.transaction;
    if (replaced === undefined) this.#sources.assertRoom(source, transaction.raw.length);
    this.remove(this.#victimsOf(transaction, replaced, head.minimumGasPrice));
    if (replaced !== undefined) this.#take(replaced);
    // An eviction may have emptied the sender's queue and dropped it.
    const pooled = { transaction, arrival: this.#arrivals++, cost, source };
    const own = this.#insert(hash, sender, pooled);
    return own.nextFree(state.nonceOf(transaction.sender)) > transaction.fields.nonce;
  }

  get(hash: TxHash): SignedTransaction | undefined {
    return this.#byHash.get(toKey(hash))?.transaction;
  }

  remove(transactions: readonly SignedTransaction[]): void {
    for (const transaction of transactions) this.#take(transaction);
  }

  clear(): void {
    // Removing each one by one takes a quarter of a second for a full pool.
    for (const queue of this.#senders.values()) queue.clear();
    this.#senders.clear();
    this.#byHash.clear();
    this.#sources.clear();
    this.#bytes = 0;
    this.#version++;
  }

  of(sender: Address): readonly SignedTransaction[] {
    return this.#senders.get(toKey(sender))?.from(0n) ?? [];
  }

  all(): readonly SignedTransaction[] {
    return [...this.#byHash.values()].map(({ transaction }) => transaction);
  }

  *follow(state: StateReader, change?: StateChange): Generator<void, void> {
    const isKnown = change !== undefined && this.#isAt(change.before);
    this.#root = undefined;
    for (const queue of isKnown ? this.#queuesOf(change) : this.#senders.values()) {
      this.remove(queue.impossible(state));
      yield;
    }
    this.#root = state.root;
  }

  *#queuesOf({ accounts }: StateChange): Generator<SenderQueue, void> {
    for (const sender of accounts.keys()) {
      const queue = this.#senders.get(sender);
      if (queue !== undefined) yield queue;
    }
  }

  #isAt(root: StateRoot | undefined): boolean {
    return root !== undefined && this.#root !== undefined && isEqual(root, this.#root);
  }

  /** Returns a function that returns the nonce of a sender, which is read once in the state that is followed. */
  #noncesIn(state: StateReader): (queue: SenderQueue) => bigint {
    const root = this.#isAt(state.root) ? this.#root : undefined;
    return (queue) => {
      // Another state may be followed between two steps.
      if (root === undefined || root !== this.#root) return state.nonceOf(queue.sender);
      queue.nonce ??= state.nonceOf(queue.sender);
      return queue.nonce;
    };
  }

  ready(state: StateReader, minimumGasPrice: bigint): Generator<void, ReadyTransactions> {
    return readySteps(this.#senders.values(), this.#noncesIn(state), minimumGasPrice);
  }

  hasReady(state: StateReader): boolean {
    const nonceOf = this.#noncesIn(state);
    for (const queue of this.#senders.values()) {
      if (queue.get(nonceOf(queue)) !== undefined) return true;
    }
    return false;
  }

  content(state: StateReader): PoolContent {
    const nonceOf = this.#noncesIn(state);
    const queues = [...this.#senders.values()];
    const pending = queues.flatMap((queue) => queue.readyFrom(nonceOf(queue)));
    const queued = queues.flatMap((queue) => queue.from(queue.nextFree(nonceOf(queue))));
    return { pending, queued };
  }

  nextNonce(address: Address, state: StateReader): bigint {
    const nonce = state.nonceOf(address);
    return this.#senders.get(toKey(address))?.nextFree(nonce) ?? nonce;
  }

  #take(transaction: SignedTransaction): void {
    const key = toKey(transaction.sender);
    const queue = this.#senders.get(key);
    const hash = toKey(transaction.hash);
    const pooled = this.#byHash.get(hash);
    if (pooled === undefined || queue === undefined) return;
    this.#byHash.delete(hash);
    this.#sources.remove(pooled.source, transaction.raw.length);
    this.#bytes -= transaction.raw.length;
    this.#version++;
    queue.delete(transaction.fields.nonce);
    if (queue.size === 0) this.#senders.delete(key);
  }

  /** Adds to all indexes. @param hash the key of the hash. @param sender the key of the sender. */
  #insert(hash: string, sender: string, pooled: Pooled): SenderQueue {
    const { transaction } = pooled;
    const queue = this.#senders.get(sender) ?? new SenderQueue(transaction.sender);
    this.#senders.set(sender, queue);
    queue.put(pooled);
    this.#byHash.set(hash, pooled);
    this.#sources.add(pooled.source, transaction.raw.length);
    this.#bytes += transaction.raw.length;
    this.#version++;
    return queue;
  }

  /**
   * Returns the last transactions of senders that pay less than the newcomer, the cheapest first,
   * until there is space.
   * @param replaced is removed anyway, and its space counts.
   * @throws {Fault} `transaction-refused` if they are not enough; then none is evicted.
   */
  #victimsOf(
    newcomer: SignedTransaction,
    replaced: SignedTransaction | undefined,
    minimumGasPrice: bigint,
  ): SignedTransaction[] {
    const victims: SignedTransaction[] = [];
    const { transactionsMax, bytesMax } = this.#limits;
    let count = this.#byHash.size + (replaced === undefined ? 1 : 0);
    let size = this.#bytes + newcomer.raw.length - (replaced?.raw.length ?? 0);
    const isOver = () => count > transactionsMax || size > bytesMax;
    if (!isOver()) return victims;
    const version = this.#version;
    const lowest = this.#lowest;
    const price = priceOf(newcomer, minimumGasPrice);
    const isKnown = lowest.version === version && lowest.minimumGasPrice === minimumGasPrice;
    const isTooLow = isKnown && replaced === undefined && price <= lowest.price;
    for (const transaction of isTooLow ? [] : tailsOf(this.#senders.values(), minimumGasPrice)) {
      if (transaction === replaced) continue;
      if (priceOf(transaction, minimumGasPrice) >= price) break;
      victims.push(transaction);
      count--;
      size -= transaction.raw.length;
      if (!isOver()) return victims;
    }
    if (victims.length === 0 && replaced === undefined && !isTooLow) {
      this.#lowest = { version, minimumGasPrice, price };
    }
    throw refusal("txpool is full");
  }
}
