/**
 * The interface between the node and the EVM: all other details are internal to this package. An
 * instance is for one fork, and on one state at a time.
 */
import type { Common } from "@ethereumjs/common";
import { paramsTx } from "@ethereumjs/tx";
import {
  type Address,
  type CallRequest,
  commonOf,
  type EvmChain,
  type EvmFork,
  type SignedTransaction,
} from "@tandem/primitives";
import { after, type Cancellation } from "@tandem/runtime";
import { createLibraryEvm, type LibraryOptions } from "./create-library-evm.js";
import type { AncestorHash, BlockEnv } from "./environment/block-env.js";
import type { EvmState, StateLoader } from "./environment/evm-state.js";
import type { YieldIfDue } from "./environment/slices.js";
import type { EvmCall } from "./execution/evm-call.js";
import { type GasOwed, gasOwed } from "./execution/intrinsic-gas.js";
import { type AccessedSlots, listAccess } from "./execution/list-access.js";
import { type CallOutcome, runCall } from "./execution/run-call.js";
import { runTransaction, type TransactionOutcome } from "./execution/run-transaction.js";
import { isPrecompile } from "./library/is-precompile.js";
import type { LibraryEvm } from "./library/library-evm.js";
import type { Watcher } from "./library/probe.js";
import { Scripts } from "./script/scripts.js";

export interface EvmOptions extends Omit<LibraryOptions, "common"> {
  readonly fork: EvmFork;
  readonly chain: EvmChain;
}

/**
 * An EVM for one fork. If an execution throws, its instance is in an undefined state and must be
 * dropped.
 */
export class EvmInstance {
  readonly fork: EvmFork;
  readonly chain: EvmChain;
  /** The fork's parameters. */
  readonly common: Common;
  /**
   * Checks whether to pause, between two slices of work outside the engine.
   * @throws {Fault} `limit-exceeded`.
   */
  readonly yieldIfDue: YieldIfDue;
  readonly #library: LibraryEvm;

  constructor({ fork, chain }: EvmOptions, library: LibraryEvm) {
    this.fork = fork;
    this.chain = chain;
    this.common = library.common;
    this.yieldIfDue = library.pace.yieldIfDue;
    this.#library = library;
  }

  /**
   * Sets the state and the ancestors for the next executions. The previous state is not changed.
   */
  open(state: EvmState, ancestorHash: AncestorHash): void {
    const { state: libraryState, ancestors, evm } = this.#library;
    libraryState.state = state;
    libraryState.codelessSender = undefined;
    ancestors.hashOf = ancestorHash;
    evm.journal.cleanJournal();
    evm.transientStorage.clear();
  }

  /**
   * Starts the time limit of the next executions; undefined for none.
   * @param startedAt the clock's time at the start; now if undefined.
   */
  limitTime(timeoutMs: number | undefined, startedAt?: number): void {
    this.#library.pace.start(timeoutMs, startedAt);
  }

  /**
   * Sets what cancels the executions from now on, which then throw an AbortError; undefined for
   * nothing.
   */
  cancelBy(cancellation: Cancellation | undefined): void {
    this.#library.pace.cancelBy(cancellation);
  }

  /** Returns whether the fork has a precompile at an address. */
  isPrecompile(address: Address): boolean {
    return isPrecompile(this.#library.evm, address);
  }

  /** Loads parts of a forked state; undefined if states are complete. */
  get loader(): StateLoader | undefined {
    return this.#library.state.loader;
  }

  /** Returns what a script needs that traces executions. The caller must close it. */
  openScripts(): Scripts {
    return new Scripts([...this.#library.evm.precompiles.keys()], this.yieldIfDue);
  }

  /** Computes the intrinsic gas of a request. */
  gasOwed(request: CallRequest): GasOwed {
    return gasOwed(request, this.common);
  }

  /** Executes a call. @throws {Fault} `limit-exceeded` over its time. */
  runCall(call: EvmCall): CallOutcome | Promise<CallOutcome> {
    const { watcher } = call;
    if (watcher === undefined) return runCall(this.#library, call);
    return this.#watched(watcher, () => runCall(this.#library, call));
  }

  /** Executes a call and lists its accesses. @throws {Fault} as `runCall`. */
  listAccess(call: EvmCall): Promise<CallOutcome & { readonly accessed: AccessedSlots }> {
    return listAccess(this.#library, call);
  }

  /**
   * Executes a transaction.
   * @param transaction of the instance's fork, for which there is no refusal.
   * @param gasUsedBefore by the block's earlier transactions.
   * @throws {Fault} `limit-exceeded` over its time.
   */
  runTransaction(
    transaction: SignedTransaction,
    env: BlockEnv,
    gasUsedBefore: bigint,
    watcher?: Watcher,
  ): Promise<TransactionOutcome> {
    const run = () => runTransaction(this.#library, transaction, env, gasUsedBefore);
    return watcher === undefined ? run() : Promise.resolve(this.#watched(watcher, run));
  }

  #watched<Result>(
    { probe, stateWatcher }: Watcher,
    run: () => Result | Promise<Result>,
  ): Result | Promise<Result> {
    const { socket, state } = this.#library;
    socket.plug(probe);
    state.watcher = stateWatcher;
    return after(run(), (result) => {
      socket.unplug();
      state.watcher = undefined;
      return result;
    });
  }
}

/** Creates an instance, which takes a third of a millisecond. */
export async function createEvm(options: EvmOptions): Promise<EvmInstance> {
  const common = commonOf(options.chain, options.fork);
  // A call is priced like a transaction, and may come before the first transaction has merged its
  // parameters.
  common.updateParams(paramsTx);
  return new EvmInstance(options, await createLibraryEvm({ ...options, common }));
}
