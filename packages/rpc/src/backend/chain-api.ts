/** Declares reads of the canonical chain and its blocks, their logs, and the events of its head. */
import type {
  Block,
  BlockHash,
  BlockRef,
  Bytes,
  Header,
  HeadMoved,
  LocatedLog,
  LogFilter,
  LogHits,
  PricesPaid,
  Receipt,
  SignedTransaction,
  StoredBlock,
  SyncStatus,
  TxHash,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";

/** A block with its computed fields. A pending block has no hash and no seal yet. */
export interface ShownBlock extends Block {
  /** Is undefined for the pending block. */
  readonly hash: BlockHash | undefined;
  readonly totalDifficulty: bigint;
  readonly hashForMergedMining: Bytes;
  /**
   * The value that opcode 0x44 returns in this block if a developer set one in place of the
   * difficulty.
   */
  readonly prevRandao?: bigint | undefined;
}

/** The position of a transaction in the canonical chain, or in the block that was requested. */
export interface Inclusion {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  /** The time of the block, in Unix seconds. */
  readonly blockTimestamp: number;
  readonly transactionIndex: number;
  /** The block's minimum gas price, in wei, from which the effective gas price is derived. */
  readonly minimumGasPrice: bigint;
}

export interface ShownTransaction {
  readonly transaction: SignedTransaction;
  /** Is undefined while the transaction is pending. */
  readonly inclusion: Inclusion | undefined;
}

export interface ShownReceipt {
  readonly transaction: SignedTransaction;
  readonly inclusion: Inclusion;
  readonly receipt: Receipt;
  /** The number of logs of earlier transactions of the block; log indexes continue from it. */
  readonly logsBefore: number;
}

/** The requested range of blocks; an absent bound means the latest block. */
export interface LogQuery {
  readonly filter: LogFilter;
  readonly range:
    | { readonly blockHash: BlockHash }
    | { readonly from: BlockRef; readonly to: BlockRef };
  /**
   * Whether the range is read as on Hardhat's network and anvil: an unknown hash of a block is an error, a range that
   * ends before it begins has no logs, and the pending block is the latest. Otherwise an unknown block has no logs, such
   * a range is an error, and the pending block is the one after the latest, which has no logs.
   */
  readonly isReadAsOthers?: boolean;
}

/** Contains some of the logs that a query finds. */
export type LogBatch = readonly (LogHits | LocatedLog)[];

/** Reads blocks, transactions, receipts and logs, and imports blocks. */
export interface ChainApi {
  headNumber(): number;
  /** Returns the hash of the head. It is the same object as long as the head is the same. */
  headHash(): BlockHash;
  block(ref: BlockRef): Promise<ShownBlock | undefined>;
  /** Returns the hash of a mined block. */
  blockHash(ref: BlockRef): BlockHash | undefined;
  /** Returns the header of a mined block, at less cost than the block. */
  header(hash: BlockHash): Header | undefined;
  /** Returns the gas prices paid in a block; undefined for an unknown one. */
  pricesPaid(hash: BlockHash): PricesPaid | undefined | Promise<PricesPaid | undefined>;
  /**
   * Returns the value that opcode 0x44 returns in a block if a developer set one in place of the
   * difficulty.
   */
  prevRandao(block: Pick<StoredBlock, "hash" | "header">): bigint | undefined;
  /**
   * Reads the block of a transaction in time slices if that takes long, so that `transaction` and
   * `receipt` answer at once. Returns undefined if there is nothing to wait for.
   */
  loadTransaction(hash: TxHash): Promise<void> | undefined;
  transaction(hash: TxHash): ShownTransaction | undefined;
  receipt(hash: TxHash): ShownReceipt | undefined;
  /**
   * Returns the receipts of every transaction of a block on any branch, or undefined if there is no
   * such block.
   */
  blockReceipts(ref: BlockRef): Promise<readonly ShownReceipt[] | undefined>;
  /**
   * Yields matching logs, oldest first, in batches as the chain is read, or returns the batches if all are
   * found at once. Yields nothing for an unknown block hash.
   * @param call ends the search once its answer is no longer needed. Its signal is created at its first
   * use, which costs more than a short search, so `isAborted` is preferred.
   * @throws {Fault} `limit-exceeded` over the limits of specification section 8.
   */
  logs(
    query: LogQuery,
    call: Cancellation & { readonly signal: AbortSignal },
  ): readonly LogBatch[] | AsyncIterable<LogBatch>;
  /** Returns the price in wei. */
  gasPrice(): bigint;
  /** Returns the minimum gas price of the block after the head, in wei, if this node makes it. */
  nextMinimumGasPrice(): bigint;
  /**
   * Imports RLP blocks in order; `highestBlock` is the height of the last one.
   * @returns the number of new blocks.
   * @throws {Fault} at the first invalid block, naming the rule it violates.
   */
  importBlocks(blocks: readonly Bytes[], highestBlock: number | undefined): Promise<number>;
  /** Returns undefined while the node is not syncing. */
  syncing(): SyncStatus | undefined;
  /** Calls `listener` after every change of the head. Returns a function that removes it. */
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  /** Calls `listener` when syncing begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
}
