/** Declares the pool of pending transactions. */
import type { Bytes, PoolContent, SignedTransaction, TxHash } from "@tandem/primitives";

/** Submits transactions and lists the pending ones. */
export interface PoolApi {
  poolContent(): PoolContent;
  /**
   * Adds a raw transaction to the pool.
   * @param source id of the client that sends it.
   * @param unconfirmed receives the hash if `confirm` is to be called with it before the client is answered. Without
   * the list, that has been done when the promise resolves.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`.
   */
  submit(raw: Bytes, source: string, unconfirmed?: TxHash[]): Promise<TxHash>;
  /**
   * Resolves when transactions that the node took in cannot be lost with it.
   * @throws {Fault} `unsealable` if the node ends before.
   */
  confirm(hashes: readonly TxHash[]): Promise<void>;
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
