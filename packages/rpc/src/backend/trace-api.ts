/** Declares stored traces, and the tracing of executions that are repeated. */
import type {
  BlockOverrides,
  BlockRef,
  Bytes,
  CallRequest,
  FailureExplanation,
  LocatedTrace,
  StateOverrides,
  TraceQuery,
  TracerRequest,
  TracerResult,
  TxHash,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";

/** The result of a tracer for one transaction of a block. */
export interface DebuggedTransaction {
  readonly transactionHash: TxHash;
  readonly result: TracerResult;
}

/** A call to trace, with what differs from the state and from the block. */
export interface DebuggedCall {
  readonly request: CallRequest;
  /** The block after which the call is executed. */
  readonly ref: BlockRef;
  readonly overrides: StateOverrides;
  readonly blockOverrides?: BlockOverrides;
  /** The index of the transaction of the block before which it is executed instead. */
  readonly transactionIndex?: number | undefined;
}

/** A call with its tracer. */
export interface TracedCall {
  readonly request: CallRequest;
  readonly tracer: TracerRequest;
}

/** A trace of the forked chain, as its node answered it. */
export interface ForwardedTrace {
  readonly forwarded: unknown;
}

export type FoundTraces = readonly LocatedTrace[] | undefined;

/**
 * Reads stored traces, and executes transactions and calls again for a tracer. What is cancelled ends
 * with an AbortError.
 */
export interface TraceApi {
  /** The maximum number of traces in an answer of `trace_filter`, and the default; 100 if it is omitted. */
  readonly traceCountMax?: number | undefined;
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
  traceFilter(
    query: TraceQuery,
    cancellation: Cancellation,
  ): Promise<readonly (LocatedTrace | ForwardedTrace)[]>;
  /**
   * Executes a mined transaction again on the state before it. Returns undefined if the canonical
   * chain has no such transaction.
   * @throws {Fault} `limit-exceeded` over the time or the steps a trace may take.
   */
  debugTransaction(
    hash: TxHash,
    tracer: TracerRequest,
    cancellation: Cancellation,
  ): Promise<TracerResult | undefined>;
  /**
   * Executes a mined transaction that failed again, and returns where it failed in the sources of its contracts.
   * Returns undefined if there is none, or the sources are not known.
   */
  stackTrace(hash: TxHash): Promise<FailureExplanation | undefined>;
  /**
   * Executes all transactions of a block again, in order. Returns undefined if there is no such block.
   * @throws {Fault} as `debugTransaction` does.
   */
  debugBlock(
    ref: BlockRef,
    tracer: TracerRequest,
    cancellation: Cancellation,
  ): Promise<readonly DebuggedTransaction[] | undefined>;
  /**
   * Traces a call. Returns undefined if there is no such block.
   * @throws {Fault} as `debugTransaction` does, and `execution-failed` if the call cannot begin, or if
   * the block has no transaction with the index.
   */
  debugCall(
    call: DebuggedCall,
    tracer: TracerRequest,
    cancellation: Cancellation,
  ): Promise<TracerResult | undefined>;
  /**
   * Traces calls, each on the state after the previous ones. Returns undefined if there is no such
   * block.
   * @throws {Fault} as `debugCall` does.
   */
  debugCalls(
    calls: readonly TracedCall[],
    ref: BlockRef,
    cancellation: Cancellation,
  ): Promise<TracerResult[] | undefined>;
  /**
   * Traces a signed transaction on the state after the head, without a broadcast.
   * @throws {Fault} as `debugCall` does, and `transaction-refused` for bytes that are no transaction.
   */
  debugRaw(raw: Bytes, tracer: TracerRequest, cancellation: Cancellation): Promise<TracerResult>;
}
