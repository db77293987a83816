/** Recovers the senders of transactions in another thread before the transactions are submitted. */
import {
  type ChainSpec,
  commonAt,
  decodeUnproved,
  recoverSenders,
  type SignedTransaction,
  type StoredBlock,
  type UnprovedTransaction,
  withSender,
} from "@tandem/primitives";
import { poolLimits } from "../limits.js";

export interface SenderPrefetch {
  /** Recovers senders ahead of submission. */
  prefetchSenders(raws: readonly Uint8Array[]): void;
  /**
   * Returns one of the transactions, identified by the same bytes object, once.
   * @returns undefined if its sender was not recovered: the caller decodes it.
   */
  take(raw: Uint8Array): Promise<SignedTransaction | undefined> | undefined;
}

/** One of the transactions whose senders are recovered together. */
interface PrefetchedSender {
  readonly one: UnprovedTransaction;
  readonly i: number;
  readonly senders: ReturnType<typeof recoverSenders>;
}

async function withRecoveredSender({
  one,
  i,
  senders,
}: PrefetchedSender): Promise<SignedTransaction | undefined> {
  const recovered = (await senders)?.[i];
  return recovered && withSender(one, recovered);
}

export function createSenderPrefetch(spec: ChainSpec, head: () => StoredBlock): SenderPrefetch {
  const pending = new Map<Uint8Array, PrefetchedSender>();
  /** The bytes of all transactions that are not submitted yet. */
  let bytes = 0;

  function recoverAll(unproved: readonly UnprovedTransaction[]): void {
    if (unproved.length === 0) return;
    const senders = recoverSenders(unproved.map(({ raw }) => raw));
    for (const [i, one] of unproved.entries()) {
      pending.set(one.raw, { one, i, senders });
      bytes += one.raw.length;
    }
  }

  return {
    prefetchSenders(raws) {
      // Clients that disconnect before their transactions were submitted leave some behind.
      const { transactionsMax, bytesMax } = poolLimits;
      if (pending.size + raws.length > transactionsMax || bytes > bytesMax) {
        pending.clear();
        bytes = 0;
      }
      const common = commonAt(spec, head().header.number + 1);
      const unproved = raws.map((raw) => decodeUnproved(raw, common));
      recoverAll(unproved.filter((one) => one !== undefined));
    },
    take(raw) {
      if (pending.size === 0) return undefined;
      const found = pending.get(raw);
      if (found === undefined) return undefined;
      pending.delete(raw);
      bytes -= raw.length;
      return withRecoveredSender(found);
    },
  };
}
