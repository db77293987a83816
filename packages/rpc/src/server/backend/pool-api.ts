/** Declares the pool of pending transactions. */
import type { Bytes, PoolContent, SignedTransaction, TxHash } from "@tandem/primitives";

/** Submits transactions and lists the pending ones. */
export interface PoolApi {
  poolContent(): PoolContent;
  /**
   * Adds a raw transaction to the pool.
   * @param source id of the client that sends it.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`.
   */
  submit(raw: Bytes, source: string): Promise<TxHash>;
  /**
   * Recovers the senders of raw transactions ahead of their submission. The same objects must be
   * submitted.
   */
  prefetchSenders(raws: readonly Bytes[]): void;
  /**
   * Calls `listener` for every transaction that enters the pool, also for one that a reorg returned to
   * it.
   */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
}
