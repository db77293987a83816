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

/** Blocks to be made on any block, with just these transactions. */
export interface BranchRequest {
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

export type FoundTraces = readonly LocatedTrace[] | undefined;

export interface Backend {
  /** The chain behind ours, where ours forks another. */
  readonly upstream?: Upstream | undefined;
  readonly chainId: number;
  readonly clientVersion: string;
  readonly protocolVersion: number;

  headNumber(): number;
  health(): Health;
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
  traceBlock(ref: BlockRef): FoundTraces | Promise<FoundTraces>;
  /** In the order they began. Undefined when the canonical chain has no such transaction. */
  traceTransaction(hash: TxHash): FoundTraces | Promise<FoundTraces>;
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
   * Matching logs, oldest first, some blocks at a time, as the chain is walked.
   * Yields nothing for a block hash that is not known.
   * @throws {Fault} `limit-exceeded` over the limits of specification section 8.
   */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<readonly (LogHits | LocatedLog)[]>;
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
  /**
   * Takes a raw transaction into the pool.
   * @param source id of the client that brings it.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`.
   */
  submit(raw: Bytes, source: string): Promise<TxHash>;
  /** Raw transactions that will be submitted in a moment, as these objects: what can be done before is done. */
  prefetchSenders(raws: readonly Bytes[]): void;
  /**
   * Imports RLP blocks in order; `highestBlock` is the height of the last on its way.
   * @returns how many were new. @throws {Fault} at the first that is refused, naming its rule.
   */
  importBlocks(blocks: readonly Bytes[], highestBlock: number | undefined): Promise<number>;
  work(): Promise<OfferedWork>;
  /** @throws {Fault} `mining-refused`, `limit-exceeded`. */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Time, mining and history in a developer's hands. */
  readonly controls: Controls;
  /**
   * Makes a block beside the one `depth` below the head, which loses to it.
   * @throws {Fault} `bad-request` when the next block could not list it.
   */
  mineUncle(depth: number): Promise<BlockHash>;
  /** @throws {Fault} `bad-request`, naming the transaction that is at fault. */
  mineBranch(wish: BranchRequest): Promise<MinedBranch>;
  /**
   * From now on blocks are made on this block's branch, until that is the chain; undefined: on the head.
   * @returns hash of the block the next is made on. @throws {Fault} `bad-request` for an unknown one.
   */
  extend(hash: BlockHash | undefined): BlockHash;
  /** Hash of the block the next is made on. */
  tip(): BlockHash;
  self(): NodeSelf;
  /** The state after the head in anvil's form, compressed. */
  dumpState(): Promise<Bytes>;
  /** Takes in the accounts of such a state, compressed or not. @throws {Fault} `bad-request` */
  loadState(dump: Bytes): Promise<void>;
  /** Whose transactions are taken without a key. */
  readonly impersonated: {
    /** @throws {Fault} `limit-exceeded` */
    add(address: Address): void;
    /** @returns whether it was one of them. */
    remove(address: Address): boolean;
    /** Every address, or no longer. */
    setAll(isAll: boolean): void;
  };
  /**
   * Fills in what is left out, and sends from an impersonated address.
   * @param source id of the client that asks.
   * @throws {Fault} as `submit`, or as `estimateGas` where the gas is left out.
   */
  sendTransaction(request: CallRequest, source: string): Promise<TxHash>;
  /**
   * Changes the state after the head by hand, without a block.
   * @param wish what accounts should look like, given the state as it is.
   * @throws {Fault} `bad-request`
   */
  edit(wish: (state: StateReader) => StateOverrides): Promise<void>;
  /** Calls `listener` after every change of the head. @returns a function that stops it. */
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  /** Calls `listener` for every transaction that enters the pool, also one that a reorg returned. */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Calls `listener` when catching up begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
}
