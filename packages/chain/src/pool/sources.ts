/** Places in the pool by who brought the transactions: one client cannot fill it for all. */
import { Fault } from "@tandem/primitives";

interface Held {
  transactions: number;
  bytes: number;
}

export interface SourceLimits {
  readonly clientTransactionsMax: number;
  readonly clientBytesMax: number;
}

/** Counts what each source has in the pool, of those that have something. */
export class PoolSources {
  readonly #limits: SourceLimits;
  readonly #held = new Map<string, Held>();

  constructor(limits: SourceLimits) {
    this.#limits = limits;
  }

  /**
   * @param source undefined: none, such as a reorg; it has no limits.
   * @throws {Fault} `limit-exceeded` when the source has no place for one more of so many bytes.
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
}

function assertAtMost(limit: string, count: number, max: number): void {
  if (count > max) throw new Fault({ code: "limit-exceeded", limit, max });
}
