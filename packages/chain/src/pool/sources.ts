/** Limits each client's share of the pool, so that no client fills it for all. */
import { assertAtMost } from "@tandem/primitives";

interface Held {
  transactions: number;
  bytes: number;
}

export interface SourceLimits {
  readonly clientTransactionsMax: number;
  readonly clientBytesMax: number;
}

/** Counts the transactions and bytes of each source that has any in the pool. */
export class PoolSources {
  readonly #limits: SourceLimits;
  readonly #held = new Map<string, Held>();

  constructor(limits: SourceLimits) {
    this.#limits = limits;
  }

  /**
   * Checks a source's share. @param source undefined for transactions without a client, as after a
   * reorg; they have no limit.
   * @throws {Fault} `limit-exceeded` when one more transaction of so many bytes exceeds the share.
   */
  assertRoom(source: string | undefined, bytes: number): void {
    const held = source === undefined ? undefined : this.#held.get(source);
    if (held === undefined) return;
    const { clientTransactionsMax, clientBytesMax } = this.#limits;
    assertAtMost("client-pool-transactions", held.transactions + 1, clientTransactionsMax);
    assertAtMost("client-pool-bytes", held.bytes + bytes, clientBytesMax);
  }

  add(source: string | undefined, bytes: number): void {
    if (source === undefined) return;
    const held = this.#held.get(source) ?? { transactions: 0, bytes: 0 };
    this.#held.set(source, held);
    held.transactions++;
    held.bytes += bytes;
  }

  remove(source: string | undefined, bytes: number): void {
    const held = source === undefined ? undefined : this.#held.get(source);
    if (source === undefined || held === undefined) return;
    held.transactions--;
    held.bytes -= bytes;
    if (held.transactions === 0) this.#held.delete(source);
  }

  clear(): void {
    this.#held.clear();
  }
}
