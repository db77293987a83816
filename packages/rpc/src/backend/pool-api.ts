/** Declares the pool of pending transactions. */
import type {
  Address,
  Bytes,
  PoolContent,
  PoolCounts,
  SignedTransaction,
  TxHash,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";

type Pooled = readonly SignedTransaction[];

/** Submits transactions and lists the pending ones: after a reorg, once the pool has those of removed blocks. */
export interface PoolApi {
  /** Lists the pool in time slices. @throws an AbortError once it is cancelled. */
  poolContent(cancellation: Cancellation): Promise<PoolContent>;
  /** Counts the same. @throws as `poolContent`. */
  poolCounts(cancellation: Cancellation): Promise<PoolCounts>;
  poolContentOf(sender: Address): PoolContent | Promise<PoolContent>;
  /** Returns the number of transactions in the pool, without a look at any account. */
  poolSize(): number;
  /** Returns a sender's transactions in the pool, in the order of their nonces. */
  pooledOf(sender: Address): Pooled | Promise<Pooled>;
  /**
   * Adds a raw transaction to the pool.
   * @param source id of the client that sends it.
   * @param unconfirmed receives the hash if the caller calls `confirm` with it before it answers
   * the client. Without the list, the transaction is confirmed when the promise resolves.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`.
   */
  submit(raw: Bytes, source: string, unconfirmed?: TxHash[]): Promise<TxHash>;
  /**
   * Resolves when accepted transactions survive a failure of the node.
   * @throws {Fault} `unsealable` if the node ends before that.
   */
  confirm(hashes: readonly TxHash[]): Promise<void>;
  /**
   * Recovers the senders of raw transactions ahead of their submission. The same objects must be
   * submitted.
   */
  prefetchSenders(raws: readonly Bytes[]): void;
  /**
   * Calls `listener` for every transaction that enters the pool, including those that a reorg
   * returned to it.
   */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
}
