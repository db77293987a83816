/**
 * The interface of this package: executes blocks, once or again, executes calls, and reads any
 * state.
 */
import type { StockLibrary } from "@tandem/evm";
import type {
  AccessListResult,
  Account,
  AccountProof,
  Address,
  EvmChain,
  ForkHeights,
  Hash32,
  StateOverrides,
  StateReader,
  TracerResult,
} from "@tandem/primitives";
import type { Cancellation, Clock } from "@tandem/runtime";
import type { HashedState } from "./accounts/state-difference.js";
import type { StateSource } from "./accounts/state-source.js";
import type { CallResult } from "./call/call.js";
import type { CallOptions } from "./call/prepare-call.js";
import type { ReplayOptions, TraceCallOptions, TraceCallsOptions } from "./call/replay.js";
import type { CallRules } from "./call/ruled-options.js";
import type { BlockExecution, BlockStart } from "./execution/execute-block.js";
import type { SimulateBlock } from "./simulate/simulation.js";

export interface Executor {
  /** Begins the execution of a block, to which transactions are applied in sequence. */
  begin(start: BlockStart): Promise<BlockExecution>;
  /**
   * Executes a call and discards its changes, synchronously if it needs no pause.
   * @throws {Fault} `execution-failed` when it cannot begin, `limit-exceeded` over its time.
   */
  call(options: CallOptions): CallResult | Promise<CallResult>;
  /**
   * Returns the least gas with which the call succeeds as a transaction.
   * @throws {Fault} `reverted`, `execution-failed`, or `limit-exceeded` over its time.
   */
  estimate(options: CallOptions): Promise<bigint>;
  /**
   * Executes transactions of a block again and returns the results of a tracer for each from
   * `first` on. Nothing is stored.
   * @throws {Fault} `execution-failed` when one cannot be executed, `limit-exceeded` over its time
   * or the size of the results.
   */
  replay(options: ReplayOptions): Promise<TracerResult[]>;
  traceCall(options: TraceCallOptions): Promise<TracerResult>;
  /** Traces calls, each on the state that the earlier ones left. @throws {Fault} as `replay`. */
  traceCalls(options: TraceCallsOptions): Promise<TracerResult[]>;
  /**
   * Begins a simulation: the returned function executes one block after the other, and rejects with
   * a {Fault} `simulation-refused`, `bad-request` or `limit-exceeded`.
   * @param cancellation ends it with an AbortError, in place of what cancels the executor.
   */
  simulation(timeoutMs: number, cancellation?: Cancellation): SimulateBlock;
  /**
   * Returns the addresses and slots that an access list makes cheaper for the call (EIP-2930):
   * without the sender, the callee, the coinbase and precompiles, unless slots of them are read.
   * @throws {Fault} as `call`.
   */
  accessList(options: CallOptions): Promise<AccessListResult>;
  /**
   * Returns an account and slots of it (32 bytes each) with the nodes that prove them; for an
   * absent account the proof of its absence.
   * @param cancellation ends it with an AbortError, in place of what cancels the executor.
   * @throws {Fault} `corrupt-data` when the state is not in the database.
   */
  prove(
    root: Uint8Array,
    address: Address,
    slots: readonly Hash32[],
    cancellation?: Cancellation,
  ): Promise<AccountProof>;
  /**
   * Computes the state at a root with overridden accounts, and the facts to write.
   * @throws {Fault} `bad-request` when an account has both `state` and `stateDiff`.
   * @throws an AbortError once it is cancelled.
   */
  edit(root: Uint8Array, edits: StateOverrides, cancellation?: Cancellation): Promise<HashedState>;
  /**
   * Iterates over the accounts of a state by the hash of the address, and over the slots of a
   * storage by the hash of the slot, in the order of the hashes.
   * @param from the hash to begin at; the first by default.
   * @throws {Fault} `corrupt-data` when a node is missing.
   */
  accounts(
    root: Uint8Array,
    from?: Uint8Array,
  ): Generator<readonly [addressHash: Uint8Array, account: Account]>;
  slots(
    storageRoot: Uint8Array,
    from?: Uint8Array,
  ): Generator<readonly [slotHash: Uint8Array, value: Uint8Array]>;
  /** Returns code by its hash. @throws {Fault} `corrupt-data` when it is missing. */
  code(hash: Uint8Array): Uint8Array;
  /** Returns a reader of the accounts at a state root. */
  reader(root: Uint8Array): StateReader;
  /** Returns an executor with the same options and counts over another source. */
  over(source: StateSource): Executor;
  /**
   * Returns the same executor, whose calls, replays, simulations and proofs end with an AbortError once they are
   * cancelled.
   * They share caches and instances with this one.
   */
  cancelledBy(cancellation: Cancellation): Executor;
  /** The number of messages that the library executed in place of the engine. */
  libraryRuns(): number;
}

/** The choices of how messages are executed. Structured cloning can copy them. */
export interface ExecutionSettings {
  /** Whether the engine of `@tandem/evm` executes the messages it supports; the default is true. */
  readonly usesEngine?: boolean | undefined;
  /** The differences of calls and estimates from the standard ones, for clients of another node. */
  readonly callRules?: CallRules | undefined;
  /** The gas limit of calls, but not of estimates, where it exceeds the block's gas limit. */
  readonly callGas?: bigint | undefined;
}

export interface ExecutorOptions extends EvmChain, ExecutionSettings {
  /** The heights of forks, which determine the rules by which a block is executed. */
  readonly forks: ForkHeights;
  readonly source: StateSource;
  /** The clock for the time limits of calls and of time slices; it has no other use. */
  readonly clock: Clock;
  /** The unpatched library, in tests that compare it with the patched one. */
  readonly stock?: StockLibrary;
}
