/** Transactions of one sender, by nonce. */
import { type Address, gasPriceCap, type SignedTransaction } from "@tandem/primitives";

/** A transaction that waits. */
export interface Pooled {
  readonly transaction: SignedTransaction;
  /** The how many-th it came. */
  readonly arrival: number;
  /** Wei it can cost its sender at most. */
  readonly cost: bigint;
  /** The client that brought it; undefined where none did, or it is not known any more. */
  readonly source: string | undefined;
}

export interface SenderQueue {
  readonly sender: Address;
  readonly size: number;
  get(nonce: bigint): Pooled | undefined;
  put(pooled: Pooled): void;
  delete(nonce: bigint): void;
  /** Returns the transactions that can run in sequence from `nonce` on. */
  readyFrom(nonce: bigint): SignedTransaction[];
  /** First nonce from `nonce` on that is free. */
  nextFree(nonce: bigint): bigint;
  /** Returns the transaction with the highest nonce; undefined when empty. */
  last(): Pooled | undefined;
  /** Returns the transactions with a lower nonce. */
  below(nonce: bigint): SignedTransaction[];
  /** Returns the transactions with this nonce or a higher one, in order. */
  from(nonce: bigint): SignedTransaction[];
  /** Wei all of it can cost at most. */
  readonly costMax: bigint;
}

/** Computes the most wei a transaction can cost its sender. */
export const costOf = ({ fields }: SignedTransaction): bigint =>
  fields.gasLimit * gasPriceCap(fields) + fields.value;

export function createSenderQueue(sender: Address): SenderQueue {
  const byNonce = new Map<bigint, Pooled>();
  let costMax = 0n;
  /** Is undefined after the highest was taken out, until somebody asks. */
  let highest: bigint | undefined;
  /** Known to be there without a gap: from the first of these up to, and without, the second. */
  let run = { from: 0n, to: 0n };
  const remove = (nonce: bigint) => {
    const found = byNonce.get(nonce);
    if (found === undefined) return;
    costMax -= found.cost;
    byNonce.delete(nonce);
    if (nonce === highest) highest = undefined;
    if (nonce < run.from || nonce >= run.to) return;
    run = nonce === run.from ? { from: nonce + 1n, to: run.to } : { from: run.from, to: nonce };
  };
  const all = () => [...byNonce.values()].map(({ transaction }) => transaction);
  const findHighest = () => {
    let found = -1n;
    for (const nonce of byNonce.keys()) if (nonce > found) found = nonce;
    return found;
  };
  return {
    sender,
    get size() {
      return byNonce.size;
    },
    get costMax() {
      return costMax;
    },
    get: (nonce) => byNonce.get(nonce),
    put(pooled) {
      const { nonce } = pooled.transaction.fields;
      remove(nonce);
      if (byNonce.size === 0 || (highest !== undefined && nonce > highest)) highest = nonce;
      byNonce.set(nonce, pooled);
      costMax += pooled.cost;
    },
    delete: remove,
    readyFrom(nonce) {
      const ready: SignedTransaction[] = [];
      for (let next = nonce; ; next++) {
        const found = byNonce.get(next);
        if (found === undefined) return ready;
        ready.push(found.transaction);
      }
    },
    nextFree(nonce) {
      const isInRun = nonce >= run.from && nonce <= run.to;
      let next = isInRun ? run.to : nonce;
      while (byNonce.has(next)) next++;
      run = { from: isInRun ? run.from : nonce, to: next };
      return next;
    },
    last() {
      highest ??= findHighest();
      return byNonce.get(highest);
    },
    from: (nonce) =>
      all()
        .filter((tx) => tx.fields.nonce >= nonce)
        .sort((a, b) => (a.fields.nonce < b.fields.nonce ? -1 : 1)),
    below: (nonce) => all().filter((tx) => tx.fields.nonce < nonce),
  };
}
