/**
 * Declares what the RPC service needs from a node. The node implements it (`apps/node`), tests
 * implement it with a fake, and so nothing in this package depends on a chain, a database or a virtual
 * machine.
 *
 * A value that is absent is undefined, here as everywhere inside the node; the codecs turn it into
 * null.
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
  LogHits,
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
import type { OfferedWork, Submission, SubmittedWork } from "./outside-work.js";
import type { ForkedFrom, Health, NodeSelf } from "./self.js";

export type { ForkedFrom, Health, NodeSelf, OfferedWork, Submission, SubmittedWork };

import type { Upstream } from "../dispatch/forked.js";
import type { Controls } from "./controls.js";

/** A block with its computed fields. A pending block has no hash and no seal yet. */
export interface ShownBlock extends Block {
  /** Is undefined for the pending block. */
  readonly hash: BlockHash | undefined;
  readonly totalDifficulty: bigint;
  readonly hashForMergedMining: Bytes;
}

/** The position of a transaction in the canonical chain, or in the block that was requested. */
export interface Inclusion {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
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
}

/** The result of a tracer for one transaction of a block. */
export interface DebuggedTransaction {
  readonly transactionHash: TxHash;
  readonly result: TracerResult;
}

/** A request for blocks on top of any block, with exactly these transactions. */
export interface BranchRequest {
  /** The parent of the branch: any block, or the block that is `depth` below the head. */
  readonly on: { readonly hash: BlockHash } | { readonly depth: number };
  /** The number of blocks to mine. */
  readonly length: number;
  /** Raw transactions, one list for each block; blocks past the last list are empty. */
  readonly transactions: readonly (readonly Bytes[])[];
}

export interface MinedBranch {
  /** Block hashes, oldest first. */
  readonly hashes: readonly BlockHash[];
  /** Is true if the branch is now the canonical chain. */
  readonly isHead: boolean;
}

export type FoundTraces = readonly LocatedTrace[] | undefined;

export interface Backend {
  /** The chain that this one was forked from, if there is one. */
  readonly upstream?: Upstream | undefined;
  readonly chainId: number;
  readonly clientVersion: string;
  readonly protocolVersion: number;

  headNumber(): number;
  health(): Health;
  /** Returns the price in wei. */
  gasPrice(): bigint;
  /**
   * Returns the accounts after a block, synchronously if the state is there; undefined if there is no
   * such block.
   */
  stateAt(ref: BlockRef): Promise<StateReader | undefined> | StateReader | undefined;
  /**
   * Returns the number of transactions sent from an account. For the pending block it includes the
   * executable transactions of the pool. Returns undefined if there is no such block.
   */
  transactionCount(address: Address, ref: BlockRef): Promise<bigint | undefined>;
  block(ref: BlockRef): Promise<ShownBlock | undefined>;
  transaction(hash: TxHash): ShownTransaction | undefined;
  receipt(hash: TxHash): ShownReceipt | undefined;
  /**
   * Returns the receipts of every transaction of a block on any branch, or undefined if there is no
   * such block.
   */
  blockReceipts(ref: BlockRef): Promise<readonly ShownReceipt[] | undefined>;
  /**
   * Returns the traces of every transaction of a block, in order, or undefined if there is no such
   * block. The text of a trace is cached by the identity of its object: returning the same list or
   * trace again reuses the text.
   */
  traceBlock(ref: BlockRef): FoundTraces | Promise<FoundTraces>;
  /**
   * Returns traces in the order in which the calls began, or undefined if the canonical chain has no
   * such transaction.
   */
  traceTransaction(hash: TxHash): FoundTraces | Promise<FoundTraces>;
  /**
   * Returns matching traces, oldest first.
   * @throws {Fault} `limit-exceeded` for a range over the limit of specification section 8.
   */
  traceFilter(query: TraceQuery, signal: AbortSignal): Promise<readonly LocatedTrace[]>;
  /**
   * Executes a mined transaction again on the state before it. Returns undefined if the canonical
   * chain has no such transaction.
   * @throws {Fault} `limit-exceeded` over the time or the steps a trace may take.
   */
  debugTransaction(hash: TxHash, tracer: TracerRequest): Promise<TracerResult | undefined>;
  /**
   * Executes all transactions of a block again, in order. Returns undefined if there is no such block.
   * @throws {Fault} as `debugTransaction` does.
   */
  debugBlock(
    ref: BlockRef,
    tracer: TracerRequest,
  ): Promise<readonly DebuggedTransaction[] | undefined>;
  /**
   * Traces a call. Returns undefined if there is no such block.
   * @throws {Fault} as `debugTransaction` does, and `execution-failed` if the call cannot begin.
   */
  debugCall(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
    tracer: TracerRequest,
  ): Promise<TracerResult | undefined>;
  /**
   * Returns the proof of an account and its slots, or undefined if there is no such block.
   * @param slots 32 bytes each.
   */
  proof(
    address: Address,
    slots: readonly Bytes[],
    ref: BlockRef,
  ): Promise<AccountProof | undefined>;
  /**
   * Yields matching logs, oldest first, in batches as the chain is read. Yields nothing for an unknown
   * block hash.
   * @throws {Fault} `limit-exceeded` over the limits of specification section 8.
   */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<readonly (LogHits | LocatedLog)[]>;
  /**
   * Returns the output of a call, or undefined if there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  call(request: CallRequest, ref: BlockRef, overrides: StateOverrides): Promise<Bytes | undefined>;
  /**
   * Returns the least gas with which the transaction succeeds, or undefined if there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  estimateGas(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
  ): Promise<bigint | undefined>;
  /**
   * Returns the access list of a call, or undefined if there is no such block.
   * @throws {Fault} `execution-failed` if the call cannot begin.
   */
  accessList(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
  ): Promise<AccessListResult | undefined>;
  poolContent(): PoolContent;
  /** Returns undefined while the node is not syncing. */
  syncing(): SyncStatus | undefined;
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
   * Imports RLP blocks in order; `highestBlock` is the height of the last one.
   * @returns the number of new blocks.
   * @throws {Fault} at the first invalid block, naming the rule it violates.
   */
  importBlocks(blocks: readonly Bytes[], highestBlock: number | undefined): Promise<number>;
  work(): Promise<OfferedWork>;
  /** @throws {Fault} `mining-refused`, `limit-exceeded`. */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Controls time, mining and history of a development chain. */
  readonly controls: Controls;
  /**
   * Mines a block beside the canonical one that is `depth` below the head; the new block loses fork
   * choice.
   * @throws {Fault} `bad-request` if the next block could not list it as an uncle.
   */
  mineUncle(depth: number): Promise<BlockHash>;
  /**
   * Mines a branch.
   * @throws {Fault} `bad-request`, naming the transaction that is at fault.
   */
  mineBranch(request: BranchRequest): Promise<MinedBranch>;
  /**
   * Mines the next blocks on this block's branch, until the branch is canonical; undefined selects the
   * head.
   * @returns hash of the parent of the next block.
   * @throws {Fault} `bad-request` for an unknown block.
   */
  extend(hash: BlockHash | undefined): BlockHash;
  /** Returns the hash of the parent of the next block. */
  tip(): BlockHash;
  self(): NodeSelf;
  /** Returns the state after the head in anvil's form, compressed. */
  dumpState(): Promise<Bytes>;
  /**
   * Loads the accounts of such a state, compressed or not.
   * @throws {Fault} `bad-request`
   */
  loadState(dump: Bytes): Promise<void>;
  /** The addresses whose transactions are accepted without a signature. */
  readonly impersonated: {
    /** @throws {Fault} `limit-exceeded` */
    add(address: Address): void;
    /** Returns whether the address was impersonated. */
    remove(address: Address): boolean;
    /** Impersonates every address, or stops doing so. */
    setAll(isAll: boolean): void;
  };
  /**
   * Fills in omitted fields and sends a transaction from an impersonated address.
   * @param source id of the client.
   * @throws {Fault} as `submit`, or as `estimateGas` if the gas is omitted.
   */
  sendTransaction(request: CallRequest, source: string): Promise<TxHash>;
  /**
   * Changes the state after the head without a block.
   * @param change returns the new values of accounts, given the current state.
   * @throws {Fault} `bad-request`
   */
  edit(change: (state: StateReader) => StateOverrides): Promise<void>;
  /** Calls `listener` after every change of the head. Returns a function that removes it. */
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  /**
   * Calls `listener` for every transaction that enters the pool, also for one that a reorg returned to
   * it.
   */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Calls `listener` when syncing begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
}
