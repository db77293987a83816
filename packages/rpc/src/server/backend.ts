/**
 * What the RPC needs from a node. The node satisfies it (`apps/node`), tests satisfy it with a
 * fake, and so nothing in this package knows a chain, a database or a virtual machine.
 *
 * Absent means undefined, here as everywhere inside; the codecs turn it into null.
 */
import type {
  AccessListResult,
  AccountProof,
  Address,
  Block,
  BlockHash,
  BlockRef,
  Bytes,
  CallRequest,
  HeadMoved,
  LocatedLog,
  LocatedTrace,
  LogFilter,
  PoolContent,
  Receipt,
  SignedTransaction,
  StateOverrides,
  StateReader,
  SyncStatus,
  TraceQuery,
  TracerRequest,
  TracerResult,
  TxHash,
} from "@tandem/primitives";

/** A block as it is shown. A pending one has no hash and no seal yet. */
export interface ShownBlock extends Block {
  /** Undefined for the pending block. */
  readonly hash: BlockHash | undefined;
  readonly totalDifficulty: bigint;
  readonly hashForMergedMining: Bytes;
}

/** Where a transaction stands in the canonical chain, or in the block it was asked of. */
export interface Inclusion {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** The block's, to derive what a unit of gas cost. */
  readonly minimumGasPrice: bigint;
}

export interface ShownTransaction {
  readonly transaction: SignedTransaction;
  /** Undefined while pending. */
  readonly inclusion: Inclusion | undefined;
}

export interface ShownReceipt {
  readonly transaction: SignedTransaction;
  readonly inclusion: Inclusion;
  readonly receipt: Receipt;
  /** Logs of earlier transactions of the block; log indexes continue from it. */
  readonly logsBefore: number;
}

/** Bounds as asked for; absent ones mean the latest block. */
export interface LogQuery {
  readonly filter: LogFilter;
  readonly range:
    | { readonly blockHash: BlockHash }
    | { readonly from: BlockRef; readonly to: BlockRef };
}

/** What a tracer saw of one transaction of a block. */
export interface DebuggedTransaction {
  readonly transactionHash: TxHash;
  readonly result: TracerResult;
}

/** What a miner outside may work on. */
export interface OfferedWork {
  /** 32 bytes, to stand after the last tag of a coinbase. */
  readonly hashForMergedMining: Bytes;
  /** The Bitcoin header's hash, as an integer, must not exceed it. */
  readonly target: bigint;
  /** Wei the block pays its miner. */
  readonly paidFees: bigint;
  readonly parentHash: BlockHash;
  /** Worth interrupting miners for. True once. */
  readonly isNew: boolean;
}

/** A Bitcoin block as such a miner has it. Coinbases and blocks may carry witnesses. */
export type Submission =
  | { readonly form: "block"; readonly block: Bytes }
  | {
      readonly form: "transactions";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** Of every transaction, the coinbase first. */
      readonly transactionIds: readonly Bytes[];
    }
  | {
      readonly form: "branch";
      readonly header: Bytes;
      readonly coinbase: Bytes;
      /** The coinbase's id, which is passed over, and its siblings from the bottom up. */
      readonly merkleHashes: readonly Bytes[];
    };

/** What became of the block a submission sealed. */
export interface SubmittedWork {
  /** The new head, a block beside it, one that was there, one that is not valid or has no parent. */
  readonly status: "head" | "side" | "known" | "invalid" | "no-parent";
  readonly hash: BlockHash;
  readonly number: number;
}

/** Blocks to be made on any block, with just these transactions. */
export interface BranchWish {
  /** What the branch begins on: any block, or the one so far below the head. */
  readonly on: { readonly hash: BlockHash } | { readonly depth: number };
  /** Blocks. */
  readonly length: number;
  /** Raw, a list a block; blocks past the last list are empty. */
  readonly transactions: readonly (readonly Bytes[])[];
}

export interface MinedBranch {
  /** Oldest first. */
  readonly hashes: readonly BlockHash[];
  /** Whether the branch is the chain now. */
  readonly isHead: boolean;
}

export interface Backend {
  readonly chainId: number;
  readonly clientVersion: string;
  readonly protocolVersion: number;

  headNumber(): number;
  /** Wei. */
  gasPrice(): bigint;
  /** Accounts after a block, at once for one that stands; undefined when there is no such block. */
  stateAt(ref: BlockRef): Promise<StateReader | undefined> | StateReader | undefined;
  /**
   * Transactions sent from an account; for the pending block, those that wait in order counted too.
   * Undefined when there is no such block.
   */
  transactionCount(address: Address, ref: BlockRef): Promise<bigint | undefined>;
  block(ref: BlockRef): Promise<ShownBlock | undefined>;
  transaction(hash: TxHash): ShownTransaction | undefined;
  receipt(hash: TxHash): ShownReceipt | undefined;
  /** Of every transaction of a block, on whatever branch. Undefined when there is no such block. */
  blockReceipts(ref: BlockRef): Promise<readonly ShownReceipt[] | undefined>;
  /**
   * Of every transaction of a block, in order. Undefined when there is no such block. Traces are
   * written once for each object: who gives the same list or trace again has its text again.
   */
  traceBlock(ref: BlockRef): readonly LocatedTrace[] | undefined;
  /** In the order they began. Undefined when the canonical chain has no such transaction. */
  traceTransaction(hash: TxHash): readonly LocatedTrace[] | undefined;
  /**
   * Matching traces, oldest first.
   * @throws {Fault} `limit-exceeded` for a range over the limit of specification section 8.
   */
  traceFilter(query: TraceQuery, signal: AbortSignal): Promise<readonly LocatedTrace[]>;
  /**
   * A mined transaction executed again, on the state it was executed on.
   * Undefined when the canonical chain has no such transaction.
   * @throws {Fault} `limit-exceeded` over the time or the steps a trace may take.
   */
  debugTransaction(hash: TxHash, tracer: TracerRequest): Promise<TracerResult | undefined>;
  /** The same of a whole block, in order. Undefined when there is no such block. @throws as above. */
  debugBlock(
    ref: BlockRef,
    tracer: TracerRequest,
  ): Promise<readonly DebuggedTransaction[] | undefined>;
  /**
   * The same of a call. Undefined when there is no such block.
   * @throws {Fault} as above, and `execution-failed` when the call cannot begin.
   */
  debugCall(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
    tracer: TracerRequest,
  ): Promise<TracerResult | undefined>;
  /** @param slots 32 bytes each. Undefined when there is no such block. */
  proof(
    address: Address,
    slots: readonly Bytes[],
    ref: BlockRef,
  ): Promise<AccountProof | undefined>;
  /**
   * Matching logs, oldest first, a list a block, as the chain is walked.
   * Yields nothing for a block hash that is not known.
   * @throws {Fault} `limit-exceeded` over the limits of specification section 8.
   */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<readonly LocatedLog[]>;
  /**
   * Output of a call. Undefined when there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  call(request: CallRequest, ref: BlockRef, overrides: StateOverrides): Promise<Bytes | undefined>;
  /**
   * Least gas the transaction succeeds with. Undefined when there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  estimateGas(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
  ): Promise<bigint | undefined>;
  /**
   * What a call touches. Undefined when there is no such block.
   * @throws {Fault} `execution-failed` when the call cannot begin.
   */
  accessList(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
  ): Promise<AccessListResult | undefined>;
  poolContent(): PoolContent;
  /** Undefined while the node is not catching up. */
  syncing(): SyncStatus | undefined;
  /** Takes a raw transaction into the pool. @throws {Fault} `transaction-refused`. */
  submit(raw: Bytes): Promise<TxHash>;
  /**
   * Imports RLP blocks in order; `highestBlock` is the height of the last on its way.
   * @returns how many were new. @throws {Fault} at the first that is refused, naming its rule.
   */
  importBlocks(blocks: readonly Bytes[], highestBlock: number | undefined): Promise<number>;
  work(): Promise<OfferedWork>;
  /** @throws {Fault} `mining-refused`, `limit-exceeded`. */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Makes one block now, with or without transactions. */
  mine(): Promise<void>;
  /**
   * Makes a block beside the one `depth` below the head, which loses to it.
   * @throws {Fault} `bad-request` when the next block could not list it.
   */
  mineUncle(depth: number): Promise<BlockHash>;
  /** @throws {Fault} `bad-request`, naming the transaction that is at fault. */
  mineBranch(wish: BranchWish): Promise<MinedBranch>;
  /**
   * From now on blocks are made on this block's branch, until that is the chain; undefined: on the head.
   * @returns hash of the block the next is made on. @throws {Fault} `bad-request` for an unknown one.
   */
  extend(hash: BlockHash | undefined): BlockHash;
  /** Hash of the block the next is made on. */
  tip(): BlockHash;
  /** Calls `listener` after every change of the head. @returns a function that stops it. */
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  /** Calls `listener` for every transaction that enters the pool, also one that a reorg returned. */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Calls `listener` when catching up begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
}
