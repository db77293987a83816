/** Transactions of one sender, by nonce. */
import { type Address, gasPriceCap, type SignedTransaction } from "@tandem/primitives";

export interface SenderQueue {
  readonly sender: Address;
  readonly size: number;
  get(nonce: bigint): SignedTransaction | undefined;
  put(transaction: SignedTransaction): void;
  delete(nonce: bigint): void;
  /** Those that can run one after the other from `nonce` on. */
  readyFrom(nonce: bigint): Generator<SignedTransaction>;
  /** First nonce from `nonce` on that is free. */
  nextFree(nonce: bigint): bigint;
  /** The one with the highest nonce; undefined when empty. */
  last(): SignedTransaction | undefined;
  /** Those whose nonce is below. */
  below(nonce: bigint): SignedTransaction[];
  /** Those whose nonce is this or above, in order. */
  from(nonce: bigint): SignedTransaction[];
  /** Wei all of it can cost at most. */
  readonly costMax: bigint;
}

/** Wei a transaction can cost its sender at most. */
export const costOf = ({ fields }: SignedTransaction): bigint =>
  fields.gasLimit * gasPriceCap(fields) + fields.value;

export function createSenderQueue(sender: Address): SenderQueue {
  const byNonce = new Map<bigint, SignedTransaction>();
  let costMax = 0n;
  /** Undefined after the highest was taken out, until somebody asks. */
  let highest: bigint | undefined;
  /** Known to be there without a gap: from the first of these up to, and without, the second. */
  let run = { from: 0n, to: 0n };
  const remove = (nonce: bigint) => {
    const found = byNonce.get(nonce);
    if (found === undefined) return;
    costMax -= costOf(found);
    byNonce.delete(nonce);
    if (nonce === highest) highest = undefined;
    if (nonce < run.from || nonce >= run.to) return;
    run = nonce === run.from ? { from: nonce + 1n, to: run.to } : { from: run.from, to: nonce };
  };
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
    put(transaction) {
      remove(transaction.fields.nonce);
      const { nonce } = transaction.fields;
      if (byNonce.size === 0 || (highest !== undefined && nonce > highest)) highest = nonce;
      byNonce.set(nonce, transaction);
      costMax += costOf(transaction);
    },
    delete: remove,
    *readyFrom(nonce) {
      for (let next = nonce; ; next++) {
        const found = byNonce.get(next);
        if (found === undefined) return;
        yield found;
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
      [...byNonce.values()]
        .filter((tx) => tx.fields.nonce >= nonce)
        .sort((a, b) => (a.fields.nonce < b.fields.nonce ? -1 : 1)),
    below: (nonce) => [...byNonce.values()].filter((tx) => tx.fields.nonce < nonce),
  };
}
