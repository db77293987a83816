/** Sorts the content of the pool for display. */
import type { Transaction } from "../session/answers.js";

/** Transactions by sender, then by nonce, as `txpool_content` returns them. */
type BySender = Readonly<Record<string, Readonly<Record<string, Transaction>>>>;

export interface PoolRow {
  readonly transaction: Transaction;
  /** The number of missing nonces between this transaction and the sender's previous one. */
  readonly missing: bigint;
}

export interface PoolFacts {
  /** Sorted by price, highest first; the transactions of one sender in the order of their nonces. */
  readonly ready: readonly PoolRow[];
  readonly waiting: readonly PoolRow[];
}

const byNonce = (a: Transaction, b: Transaction) =>
  a.nonce < b.nonce ? -1 : a.nonce > b.nonce ? 1 : 0;

const queuesOf = (senders: BySender) =>
  new Map(
    Object.entries(senders).map(([sender, byNumber]) => [
      sender,
      Object.values(byNumber).sort(byNonce),
    ]),
  );

/** Returns the transactions in a miner's order: of each sender's next ones the highest price. */
function byPrice(queues: ReadonlyMap<string, readonly Transaction[]>): readonly PoolRow[] {
  const rows: PoolRow[] = [];
  const heads = [...queues.values()].map((queue) => ({ queue, next: 0 }));
  const total = heads.reduce((sum, { queue }) => sum + queue.length, 0);
  while (rows.length < total) {
    const open = heads.filter(({ queue, next }) => next < queue.length);
    const best = open.reduce((a, b) => (priceAt(b) > priceAt(a) ? b : a));
    const transaction = best.queue[best.next];
    best.next += 1;
    if (transaction !== undefined) rows.push({ transaction, missing: 0n });
  }
  return rows;
}

const priceAt = ({
  queue,
  next,
}: {
  readonly queue: readonly Transaction[];
  readonly next: number;
}) => queue[next]?.gasPrice ?? 0n;

/** @param content as `txpool_content` returns it. */
export function poolFactsOf(content: {
  readonly pending: BySender;
  readonly queued: BySender;
}): PoolFacts {
  const pending = queuesOf(content.pending);
  const waiting = [...queuesOf(content.queued)].flatMap(([sender, queue]) => {
    let before = pending.get(sender)?.at(-1)?.nonce;
    return queue.map((transaction) => {
      const missing = before === undefined ? 0n : transaction.nonce - before - 1n;
      before = transaction.nonce;
      return { transaction, missing };
    });
  });
  return { ready: byPrice(pending), waiting };
}
