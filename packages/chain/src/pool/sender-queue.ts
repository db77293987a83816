/** Transactions of one sender, by nonce. */
import {
  type Address,
  gasPriceCap,
  type PoolContent,
  type PoolCounts,
  type SignedTransaction,
  type StateReader,
} from "@tandem/primitives";

/** A pending transaction. */
export interface Pooled {
  readonly transaction: SignedTransaction;
  /** The ordinal number of its arrival. */
  readonly arrival: number;
  /** Maximum wei that it costs its sender. */
  readonly cost: bigint;
  /** The client that submitted it; undefined if none did, or it is not known any more. */
  readonly source: string | undefined;
}

/** Computes the most wei a transaction can cost its sender. */
export const costOf = ({ fields }: SignedTransaction): bigint =>
  fields.gasLimit * gasPriceCap(fields) + fields.value;

/** Returns a nonce as a key of a map, which finds a number several times faster than a bigint. */
const keyOf = (nonce: bigint): number | bigint =>
  nonce <= Number.MAX_SAFE_INTEGER ? Number(nonce) : nonce;

/** Contains the transactions of one sender, at most one per nonce. */
export class SenderQueue {
  readonly sender: Address;
  /** The account's nonce in the state that the pool follows; undefined if it was not read. */
  nonce: bigint | undefined;
  readonly #byNonce = new Map<number | bigint, Pooled>();
  #costMax = 0n;
  /** Is undefined after the highest was removed and there was a gap below it, until it is needed. */
  #highest: bigint | undefined;
  /** Is undefined after the lowest was removed and there was a gap above it, until it is needed. */
  #lowest: bigint | undefined;
  /** A range of nonces known to be without a gap: from `from` up to, and without, `to`. */
  #run = { from: 0n, to: 0n };

  constructor(sender: Address) {
    this.sender = sender;
  }

  get size(): number {
    return this.#byNonce.size;
  }

  /** Maximum wei that all of them cost. */
  get costMax(): bigint {
    return this.#costMax;
  }

  get(nonce: bigint): Pooled | undefined {
    return this.#byNonce.get(keyOf(nonce));
  }

  put(pooled: Pooled): void {
    const { nonce } = pooled.transaction.fields;
    if (this.#highest === undefined || nonce <= this.#highest) this.delete(nonce);
    const isHighest = this.#highest !== undefined && nonce > this.#highest;
    const isLowest = this.#lowest !== undefined && nonce < this.#lowest;
    if (this.#byNonce.size === 0 || isHighest) this.#highest = nonce;
    if (this.#byNonce.size === 0 || isLowest) this.#lowest = nonce;
    this.#byNonce.set(keyOf(nonce), pooled);
    this.#costMax += pooled.cost;
  }

  delete(nonce: bigint): void {
    const found = this.get(nonce);
    if (found === undefined) return;
    this.#costMax -= found.cost;
    this.#byNonce.delete(keyOf(nonce));
    // Most queues have no gap, and need no search for the next one.
    if (nonce === this.#highest) this.#highest = this.get(nonce - 1n) && nonce - 1n;
    if (nonce === this.#lowest) this.#lowest = this.get(nonce + 1n) && nonce + 1n;
    const { from, to } = this.#run;
    if (nonce < from || nonce >= to) return;
    this.#run = nonce === from ? { from: nonce + 1n, to } : { from, to: nonce };
  }

  /** Removes all, also for those who iterate over the queue. */
  clear(): void {
    this.#byNonce.clear();
    this.#costMax = 0n;
    this.#highest = undefined;
    this.#lowest = undefined;
    this.#run = { from: 0n, to: 0n };
  }

  /** Returns its part of the pool's content, if the account has `nonce`. */
  content(nonce: bigint): PoolContent {
    const free = this.nextFree(nonce);
    const isWithoutGap = free === nonce + BigInt(this.size);
    return { pending: this.#readyFrom(nonce), queued: isWithoutGap ? [] : this.from(free) };
  }

  /** Counts what `content` returns. */
  counts(nonce: bigint): PoolCounts {
    const free = this.nextFree(nonce);
    const pending = Number(free - nonce);
    let queued = 0;
    if (pending === this.size) return { pending, queued };
    for (const one of this.#byNonce.keys()) if (one > free) queued++;
    return { pending, queued };
  }

  #readyFrom(nonce: bigint): SignedTransaction[] {
    const ready: SignedTransaction[] = [];
    for (let next = nonce; ; next++) {
      const found = this.get(next);
      if (found === undefined) return ready;
      ready.push(found.transaction);
    }
  }

  /** Returns the first nonce from `nonce` on that is free. */
  nextFree(nonce: bigint): bigint {
    const { from, to } = this.#run;
    const isInRun = nonce >= from && nonce <= to;
    let next = isInRun ? to : nonce;
    while (this.#byNonce.has(keyOf(next))) next++;
    if (!isInRun || next !== to) this.#run = { from: isInRun ? from : nonce, to: next };
    return next;
  }

  /** Returns the transaction with the highest nonce; undefined when empty. */
  last(): Pooled | undefined {
    this.#highest ??= this.#findHighest();
    return this.get(this.#highest);
  }

  /**
   * Reads the account in the state that the pool will follow. Returns the transactions with a lower nonce than
   * the account's, and those that alone cost more than its balance.
   */
  impossible(state: Pick<StateReader, "nonceOf" | "balanceOf">): SignedTransaction[] {
    const nonce = state.nonceOf(this.sender);
    this.nonce = nonce;
    const balance = state.balanceOf(this.sender);
    this.#lowest ??= this.#findLowest();
    if (this.#lowest >= nonce && this.#costMax <= balance) return [];
    return [...this.#byNonce.values()]
      .filter(({ transaction, cost }) => transaction.fields.nonce < nonce || cost > balance)
      .map(({ transaction }) => transaction);
  }

  /** Returns the transactions with this nonce or a higher one, in order. */
  from(nonce: bigint): SignedTransaction[] {
    return this.#all()
      .filter((tx) => tx.fields.nonce >= nonce)
      .sort((a, b) => (a.fields.nonce < b.fields.nonce ? -1 : 1));
  }

  #all(): SignedTransaction[] {
    return [...this.#byNonce.values()].map(({ transaction }) => transaction);
  }

  /** Must not be called when empty. */
  #findLowest(): bigint {
    let found: bigint | undefined;
    for (const { transaction } of this.#byNonce.values()) {
      const { nonce } = transaction.fields;
      if (found === undefined || nonce < found) found = nonce;
    }
    return found as bigint;
  }

  #findHighest(): bigint {
    let found = -1n;
    for (const { transaction } of this.#byNonce.values()) {
      const { nonce } = transaction.fields;
      if (nonce > found) found = nonce;
    }
    return found;
  }
}
