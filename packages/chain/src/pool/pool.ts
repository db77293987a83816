/** Pending transactions: by sender and nonce, bounded, ordered by price. */
import {
  type Address,
  type Header,
  isEqual,
  type PoolContent,
  type PoolCounts,
  type SignedTransaction,
  type StateReader,
  type StateRoot,
  type TxHash,
  toKey,
} from "@tandem/primitives";
import type { StateChange } from "@tandem/state";
import { poolLimits } from "../limits.js";
import { type Admission, assertAdmissible, assertReadmissible, refusal } from "./admit.js";
import { Candidates, type FirstOfQueue, firstsOf, queuesOf } from "./candidates.js";
import { Eviction, isOver } from "./eviction.js";
import { contentSteps, countSteps } from "./pool-content.js";
import { hasReady, type ReadyTransactions, readySteps } from "./ready.js";
import { costOf, type Pooled, SenderQueue } from "./sender-queue.js";
import { PoolSources, type SourceLimits } from "./sources.js";

interface Adding extends Pick<Admission, "head" | "state"> {
  readonly source: string | undefined;
  readonly assertFit: (admission: Admission) => void;
}

interface PoolLimits extends SourceLimits {
  readonly transactionsMax: number;
  readonly bytesMax: number;
  readonly replacementBumpPercent: bigint;
}

/** Holds the pending transactions. */
export class Pool {
  readonly #limits: PoolLimits;
  readonly #sources: PoolSources;
  readonly #senders = new Map<string, SenderQueue>();
  readonly #byHash = new Map<string, Pooled>();
  readonly #candidates = new Candidates();
  /**
   * Root of the state at which no transaction is impossible, and which the nonces of the queues are of;
   * undefined while a state is not followed to its end.
   */
  #root: StateRoot | undefined;
  #bytes = 0;
  #arrivals = 0;
  #version = 0;
  readonly #eviction = new Eviction();

  /** @param some limits that differ from the default ones. */
  constructor(some: Partial<PoolLimits> = {}) {
    this.#limits = { ...poolLimits, ...some };
    this.#sources = new PoolSources(this.#limits);
  }

  get size(): number {
    return this.#byHash.size;
  }

  /** The bytes of all transactions. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Changes with every change of the pool's content. */
  get version(): number {
    return this.#version;
  }

  /**
   * Adds a transaction.
   * @param source the client that submits it; each client has a share of the pool.
   * @returns true if it is executable after those before it, false while a nonce is missing.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
  admit(
    transaction: SignedTransaction,
    head: Header,
    state: StateReader,
    source?: string,
  ): boolean {
    return this.#add(transaction, { head, state, source, assertFit: assertAdmissible });
  }

  /**
   * Adds a transaction that was in the pool or in a removed block. It may wait for a lower price or
   * a higher gas limit than the head's.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`
   */
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
    const pooledBefore = queue?.get(transaction.fields.nonce);
    assertFit({ transaction, cost, head, state, queue, replaced: pooledBefore, bumpPercent });
    const replaced = pooledBefore?.transaction;
    if (replaced === undefined) this.#sources.assertRoom(source, transaction.raw.length);
    this.remove(this.#victimsOf(transaction, replaced, head.minimumGasPrice));
    if (replaced !== undefined) this.#take(replaced);
    // No transaction of an empty pool is impossible.
    if (this.size === 0) this.#root = state.root;
    // An eviction may have emptied the sender's queue and dropped it.
    const pooled = { transaction, arrival: this.#arrivals++, cost, source };
    const own = this.#insert(hash, sender, pooled);
    const nonce = state.nonceOf(transaction.sender);
    if (this.#isAt(state.root)) own.nonce = nonce;
    return own.nextFree(nonce) > transaction.fields.nonce;
  }

  get(hash: TxHash): SignedTransaction | undefined {
    return this.#byHash.get(toKey(hash))?.transaction;
  }

  /** Removes transactions that are in a block, or can never be in one. */
  remove(transactions: readonly SignedTransaction[]): void {
    for (const transaction of transactions) this.#take(transaction);
  }

  /** Removes all transactions. */
  clear(): void {
    // Removing each one by one takes a quarter of a second for a full pool.
    for (const queue of this.#senders.values()) queue.clear();
    this.#senders.clear();
    this.#candidates.clear();
    this.#byHash.clear();
    this.#sources.clear();
    this.#eviction.clear();
    this.#bytes = 0;
    this.#version++;
  }

  /** Returns a sender's transactions in nonce order. */
  of(sender: Address): readonly SignedTransaction[] {
    return this.#senders.get(toKey(sender))?.from(0n) ?? [];
  }

  /** Returns all transactions, in the order of arrival. */
  all(): readonly SignedTransaction[] {
    return [...this.#byHash.values()].map(({ transaction }) => transaction);
  }

  /**
   * Drops transactions whose nonce the accounts have used, or which alone cost more than their balance, in
   * steps. What is added meanwhile must be checked against the same state.
   * @param change if it begins at the state that was followed last, only the senders in it are read: an
   * authorization and delegated code (EIP-7702) use nonces and funds of accounts that sent nothing.
   */
  *follow(state: StateReader, change?: StateChange): Generator<void, void> {
    const isKnown = change !== undefined && this.#isAt(change.before);
    this.#root = undefined;
    for (const queue of isKnown ? queuesOf(this.#senders, change) : this.#senders.values()) {
      this.#candidates.add(queue);
      this.remove(queue.impossible(state));
      yield;
    }
    this.#root = state.root;
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

  #firstsIn(state: StateReader): Iterable<FirstOfQueue> {
    const nonceOf = this.#noncesIn(state);
    if (!this.#isAt(state.root)) return firstsOf(this.#senders.values(), nonceOf);
    const root = this.#root;
    // Another state may be followed between two steps.
    return this.#candidates.firsts(nonceOf, () => root === this.#root);
  }

  /** Orders the executable transactions, in steps. */
  ready(state: StateReader, minimumGasPrice: bigint): Generator<void, ReadyTransactions> {
    return readySteps(this.#firstsIn(state), minimumGasPrice);
  }

  hasReady(state: StateReader): boolean {
    return hasReady(this.#firstsIn(state));
  }

  /** Returns executable transactions and those that lack an earlier nonce, in steps. @param state of the head. */
  content(state: () => StateReader): Generator<void, PoolContent> {
    return contentSteps(this.#at(state));
  }

  /** Counts the same, in steps. */
  counts(state: () => StateReader): Generator<void, PoolCounts> {
    return countSteps(this.#at(state));
  }

  #at = (state: () => StateReader) => ({
    queues: [...this.#senders.values()],
    nonces: () => this.#noncesIn(state()),
  });

  /** Returns those of one sender. */
  contentOf(sender: Address, state: StateReader): PoolContent {
    const queue = this.#senders.get(toKey(sender));
    return queue?.content(state.nonceOf(sender)) ?? { pending: [], queued: [] };
  }

  /** Returns the first nonce of an account that neither the chain nor the pool has used. */
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
    this.#eviction.removed(queue, transaction);
    if (queue.size > 0) return;
    this.#senders.delete(key);
    this.#candidates.delete(queue);
  }

  /** Adds to all indexes. @param hash the key of the hash. @param sender the key of the sender. */
  #insert(hash: string, sender: string, pooled: Pooled): SenderQueue {
    const { transaction } = pooled;
    const queue = this.#senders.get(sender) ?? new SenderQueue(transaction.sender);
    this.#senders.set(sender, queue);
    queue.put(pooled);
    this.#candidates.add(queue);
    this.#eviction.added(queue, transaction);
    this.#byHash.set(hash, pooled);
    this.#sources.add(pooled.source, transaction.raw.length);
    this.#bytes += transaction.raw.length;
    this.#version++;
    return queue;
  }

  /** Returns what is evicted for the newcomer. @param replaced is removed anyway, and its space counts. */
  #victimsOf(
    newcomer: SignedTransaction,
    replaced: SignedTransaction | undefined,
    minimumGasPrice: bigint,
  ): SignedTransaction[] {
    const { transactionsMax, bytesMax } = this.#limits;
    const over = {
      transactions: this.size + (replaced === undefined ? 1 : 0) - transactionsMax,
      bytes: this.#bytes + newcomer.raw.length - (replaced?.raw.length ?? 0) - bytesMax,
    };
    if (!isOver(over)) return [];
    const pool = { queues: this.#senders, minimumGasPrice };
    return this.#eviction.victimsFor({ newcomer, replaced, over }, pool);
  }
}
