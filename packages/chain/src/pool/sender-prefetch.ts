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
import { yieldIfDue } from "@tandem/runtime";
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

/** A transaction that is decoded, and whose sender is recovered, together with others. */
interface PrefetchedSender {
  readonly i: number;
  readonly all: Promise<readonly (SignedTransaction | undefined)[]>;
}

/** Decodes transactions, with other work between them: one of 128 KB takes milliseconds. */
async function recoverAll(
  raws: readonly Uint8Array[],
  common: ReturnType<typeof commonAt>,
): Promise<readonly (SignedTransaction | undefined)[]> {
  const decoded: (UnprovedTransaction | undefined)[] = [];
  for (const raw of raws) {
    decoded.push(decodeUnproved(raw, common));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  const unproved = decoded.filter((one) => one !== undefined);
  if (unproved.length === 0) return [];
  const senders = await recoverSenders(unproved.map(({ raw }) => raw));
  let at = 0;
  return decoded.map((one) => {
    const recovered = one && senders?.[at++];
    return one && recovered && withSender(one, recovered);
  });
}

export function createSenderPrefetch(spec: ChainSpec, head: () => StoredBlock): SenderPrefetch {
  const pending = new Map<Uint8Array, PrefetchedSender>();
  /** The bytes of all transactions that are not submitted yet. */
  let bytes = 0;

  return {
    prefetchSenders(raws) {
      // Clients that disconnect before their transactions were submitted leave some behind.
      const { transactionsMax, bytesMax } = poolLimits;
      if (pending.size + raws.length > transactionsMax || bytes > bytesMax) {
        pending.clear();
        bytes = 0;
      }
      const all = recoverAll(raws, commonAt(spec, head().header.number + 1));
      for (const [i, raw] of raws.entries()) {
        pending.set(raw, { i, all });
        bytes += raw.length;
      }
    },
    take(raw) {
      if (pending.size === 0) return undefined;
      const found = pending.get(raw);
      if (found === undefined) return undefined;
      pending.delete(raw);
      bytes -= raw.length;
      return found.all.then((all) => all[found.i]);
    },
  };
}
