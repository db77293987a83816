/** Chooses what a full pool evicts for a newcomer that pays more. */
import type { SignedTransaction } from "@tandem/primitives";
import { priceOf, refusal } from "./admit.js";
import type { SenderQueue } from "./sender-queue.js";
import { tailsOf } from "./tails.js";

/** States how far a pool with the newcomer exceeds its limits; negative where there is space. */
interface Excess {
  readonly transactions: number;
  readonly bytes: number;
}

export const isOver = ({ transactions, bytes }: Excess): boolean => transactions > 0 || bytes > 0;

interface Newcomer {
  readonly newcomer: SignedTransaction;
  /** The transaction that it replaces, which the excess does not count. */
  readonly replaced: SignedTransaction | undefined;
  readonly over: Excess;
}

interface FullPool {
  readonly queues: Iterable<SenderQueue>;
  /** Changes with every change of the pool's content. */
  readonly version: number;
  readonly minimumGasPrice: bigint;
}

export class Eviction {
  /**
   * A price that no transaction of the pool at this version pays less than: thousands may fail with
   * it in a row.
   */
  #lowest = { version: -1, minimumGasPrice: 0n, price: 0n };

  /**
   * Returns the last transactions of senders that pay less than the newcomer, the cheapest first,
   * until there is space.
   * @throws {Fault} `transaction-refused` if they are not enough; then none is evicted.
   */
  victimsFor(
    { newcomer, replaced, over }: Newcomer,
    { queues, version, minimumGasPrice }: FullPool,
  ): SignedTransaction[] {
    const victims: SignedTransaction[] = [];
    let { transactions, bytes } = over;
    const lowest = this.#lowest;
    const price = priceOf(newcomer, minimumGasPrice);
    const isKnown = lowest.version === version && lowest.minimumGasPrice === minimumGasPrice;
    const isTooLow = isKnown && replaced === undefined && price <= lowest.price;
    for (const transaction of isTooLow ? [] : tailsOf(queues, minimumGasPrice)) {
      if (transaction === replaced) continue;
      if (priceOf(transaction, minimumGasPrice) >= price) break;
      victims.push(transaction);
      transactions--;
      bytes -= transaction.raw.length;
      if (!isOver({ transactions, bytes })) return victims;
    }
    if (victims.length === 0 && replaced === undefined && !isTooLow) {
      this.#lowest = { version, minimumGasPrice, price };
    }
    throw refusal("txpool is full");
  }
}
