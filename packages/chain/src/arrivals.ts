/** Transactions on their way into the pool whose senders are recovered in another thread meanwhile. */
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
import { poolLimits } from "./limits.js";

export interface Arrivals {
  /** These will be submitted in a moment. */
  expect(raws: readonly Uint8Array[]): void;
  /**
   * One of them, by the same bytes object; asked for once.
   * @returns undefined for what was not expected, or whose sender is not known: decode it.
   */
  take(raw: Uint8Array): Promise<SignedTransaction | undefined> | undefined;
}

/** One of those whose senders are recovered together. */
interface Expected {
  readonly one: UnprovedTransaction;
  readonly i: number;
  readonly senders: ReturnType<typeof recoverSenders>;
}

async function whole({ one, i, senders }: Expected): Promise<SignedTransaction | undefined> {
  const recovered = (await senders)?.[i];
  return recovered && withSender(one, recovered);
}

export function createArrivals(spec: ChainSpec, head: () => StoredBlock): Arrivals {
  const expected = new Map<Uint8Array, Expected>();
  /** Of all that are expected together. */
  let bytes = 0;

  function expectAll(unproved: readonly UnprovedTransaction[]): void {
    if (unproved.length === 0) return;
    const senders = recoverSenders(unproved.map(({ raw }) => raw));
    for (const [i, one] of unproved.entries()) {
      expected.set(one.raw, { one, i, senders });
      bytes += one.raw.length;
    }
  }

  return {
    expect(raws) {
      // Clients that went away before their transactions were submitted leave some behind.
      const { transactionsMax, bytesMax } = poolLimits;
      if (expected.size + raws.length > transactionsMax || bytes > bytesMax) {
        expected.clear();
        bytes = 0;
      }
      const common = commonAt(spec, head().header.number + 1);
      const unproved = raws.map((raw) => decodeUnproved(raw, common));
      expectAll(unproved.filter((one) => one !== undefined));
    },
    take(raw) {
      if (expected.size === 0) return undefined;
      const found = expected.get(raw);
      if (found === undefined) return undefined;
      expected.delete(raw);
      bytes -= raw.length;
      return whole(found);
    },
  };
}
