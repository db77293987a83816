/** The package's one service: executes blocks, once or again, answers calls, reads any state. */

import { RLP } from "@ethereumjs/rlp";
import {
  type AncestorHash,
  type BlockEnv,
  createEvmPool,
  type EvmPool,
  type StockLibrary,
} from "@tandem/evm";
import {
  type AccessListResult,
  type Account,
  type AccountProof,
  type Address,
  type EvmChain,
  emptyTrieRoot,
  Fault,
  type ForkHeights,
  type Hash32,
  isEqual,
  rulesAt,
  type StateOverrides,
  type StateReader,
  type StateRoot,
  type TracerResult,
} from "@tandem/primitives";
import { type Cancellation, type Clock, runYielding, yieldIfDue } from "@tandem/runtime";
import { editSteps } from "./accounts/edit.js";
import { JournaledState } from "./accounts/journaled-state.js";
import { clearedKey, removedAccount } from "./accounts/remote-state.js";
import { createStateCache, type StateCache } from "./accounts/state-cache.js";
import {
  type AccountDifference,
  applyDifferenceSteps,
  type HashedState,
} from "./accounts/state-difference.js";
import type { StateSource, StateWrites } from "./accounts/state-source.js";
import { cacheViews } from "./accounts/state-view.js";
import { accessList } from "./call/access-list.js";
import { type CallResult, call } from "./call/call.js";
import { estimate } from "./call/estimate.js";
import type { CallOptions } from "./call/prepare-call.js";
import {
  type ReplayOptions,
  replay,
  type TraceCallOptions,
  type TraceCallsOptions,
  traceCall,
  traceCalls,
} from "./call/replay.js";
import { type BlockExecution, executeBlock } from "./execution/execute-block.js";
import type { ExecutionContext } from "./execution/execution-context.js";
import {
  openSimulation,
  type SimulateBlock,
  type SimulationContext,
} from "./simulate/simulation.js";
import { decodeAccount } from "./trie/account-record.js";
import { prove } from "./trie/prove.js";
import { walkTrie } from "./trie/walk-trie.js";

export interface Executor {
  /** One block in the making: transactions are applied one after the other. */
  begin(options: {
    readonly parentRoot: Uint8Array;
    readonly env: BlockEnv;
    readonly ancestorHash: AncestorHash;
  }): Promise<BlockExecution>;
  /**
   * Executes a call and forgets it.
   * @throws {Fault} `execution-failed` when it cannot begin, `limit-exceeded` over its time.
   */
  call(options: CallOptions): Promise<CallResult>;
  /**
   * The least gas the call succeeds with as a transaction.
   * @throws {Fault} `reverted`, `execution-failed`, or `limit-exceeded` over its time.
   */
  estimate(options: CallOptions): Promise<bigint>;
  /**
   * Executes transactions of a block once more and tells what geth's tracers tell of each from
   * `first` on, or of a call. Nothing is kept.
   * @throws {Fault} `execution-failed` when something cannot begin, `limit-exceeded` over its time
   * or the size of what is told.
   */
  replay(options: ReplayOptions): Promise<TracerResult[]>;
  traceCall(options: TraceCallOptions): Promise<TracerResult>;
  /** Traces calls, each on the state that those before it left. @throws {Fault} as `replay`. */
  traceCalls(options: TraceCallsOptions): Promise<TracerResult[]>;
  /**
   * Begins a simulation: the function it returns executes one block after the other, and rejects with
   * a {Fault} `simulation-refused`, `bad-request` or `limit-exceeded`.
   */
  simulation(timeoutMs: number): SimulateBlock;
  /**
   * Addresses and slots the call would have cheaper for being named (EIP-2930): without the
   * sender, the callee, the coinbase and precompiles, unless slots of them are read.
   * @throws {Fault} as `call`.
   */
  accessList(options: CallOptions): Promise<AccessListResult>;
  /**
   * An account and slots of it (32 bytes each) with the nodes that prove them; of an absent account
   * that it is absent.
   * @throws {Fault} `unusable-data` when the state is not in the database.
   */
  prove(root: Uint8Array, address: Address, slots: readonly Hash32[]): AccountProof;
  /**
   * The state at a root with accounts as they are wanted, and the facts to write.
   * @throws {Fault} `bad-request` when an account is to have both `state` and `stateDiff`.
   */
  edit(
    root: Uint8Array,
    edits: StateOverrides,
  ): Promise<{ readonly stateRoot: StateRoot } & StateWrites>;
  /**
   * Computes the state after a difference, and the facts to write.
   * @throws {Fault} `corrupt-data` when the state lacks a node that the difference names.
   */
  applyDifference(root: Uint8Array, difference: readonly AccountDifference[]): Promise<HashedState>;
  /**
   * Every account of a state by the hash of its address, and every slot of a storage by its own, in the
   * order of the hashes.
   * @param from the hash to begin at; the first by default.
   * @throws {Fault} `unusable-data` when a node is missing.
   */
  accounts(
    root: Uint8Array,
    from?: Uint8Array,
  ): Generator<readonly [addressHash: Uint8Array, account: Account]>;
  slots(
    storageRoot: Uint8Array,
    from?: Uint8Array,
  ): Generator<readonly [slotHash: Uint8Array, value: Uint8Array]>;
  /** Code by its hash. @throws as above. */
  code(hash: Uint8Array): Uint8Array;
  /** Accounts at a state root. */
  reader(root: Uint8Array): StateReader;
  /** Returns an executor with the same options, and the same count, over another source. */
  over(source: StateSource): Executor;
  /**
   * Returns the same executor, whose calls, replays and simulations end with an AbortError once they are cancelled.
   * They share caches and instances with this one.
   */
  cancelledBy(cancellation: Cancellation): Executor;
  /** The number of messages that the library ran in the place of the engine. */
  libraryRuns(): number;
}

/** Says how calls and estimates differ from the standard ones, for clients of another node. */
export interface CallRules {
  /** The requests whose sender needs no funds: estimates alone, or calls too. */
  readonly lends: "estimates" | "calls and estimates";
  /** Gas that an estimate has at least beyond what a transaction owes before it runs. */
  readonly estimateMargin?: bigint;
}

export interface ExecutorOptions extends EvmChain {
  /** Decide by a block's number which rules it is executed by. */
  readonly forks: ForkHeights;
  readonly source: StateSource;
  /** Measures the time limit of calls and how long the event loop is held; nothing else. */
  readonly clock: Clock;
  /** Whether the engine of `@tandem/evm` executes what it can; it does if left out. */
  readonly usesEngine?: boolean | undefined;
  readonly callRules?: CallRules | undefined;
  /** The gas that calls may use where the block's limit is lower. Estimates stay below the block's limit. */
  readonly callGas?: bigint | undefined;
  /** Executes with the unpatched library, in tests that compare it with the patched one. */
  readonly stock?: StockLibrary;
}

export const createExecutor = (options: ExecutorOptions): Executor =>
  executorWith(options, { libraryRuns: 0 });

function evmPoolOf(
  options: ExecutorOptions,
  facts: StateCache,
  counts: { libraryRuns: number },
): EvmPool {
  const { clock, stock, usesEngine } = options;
  // The pool's instances have this state until they are given another.
  const state = new JournaledState(facts, emptyTrieRoot);
  const onFallback = () => counts.libraryRuns++;
  const loader = facts.remote;
  return createEvmPool({ chain: options, clock, state, loader, stock, usesEngine, onFallback });
}

function executorWith(options: ExecutorOptions, counts: { libraryRuns: number }): Executor {
  const facts = createStateCache(options.source);
  const { clock, callRules, callGas = 0n } = options;
  const pool = evmPoolOf(options, facts, counts);
  const takeFor = (env: BlockEnv) => pool.take(rulesAt(options.forks, env.number).evm);

  async function begin(block: Parameters<Executor["begin"]>[0]): Promise<BlockExecution> {
    const evm = await takeFor(block.env);
    return executeBlock({ evm, facts }, block, () => pool.give(evm));
  }

  const instances = { take: takeFor, give: pool.give };
  const executions = { source: options.source, facts, clock, callRules, callGas, ...instances };

  const executor: Executor = {
    begin,
    ...executionsOf(executions),
    cancelledBy: (cancellation) => ({
      ...executor,
      ...executionsOf({
        ...executions,
        async take(env) {
          const evm = await takeFor(env);
          evm.cancelBy(cancellation);
          return evm;
        },
        give(evm) {
          evm.cancelBy(undefined);
          pool.give(evm);
        },
      }),
    }),
    prove: (root, address, slots) => prove(facts, root, address, slots),
    *accounts(root, from) {
      for (const [key, value] of walkTrie(facts, root, from)) {
        if (value.length > removedAccount.length) yield [key, decodeAccount(value)];
      }
    },
    *slots(storageRoot, from) {
      for (const [key, value] of walkTrie(facts, storageRoot, from)) {
        const isSlot = facts.remote === undefined || !isEqual(key, clearedKey);
        if (isSlot) yield [key, RLP.decode(value) as Uint8Array];
      }
    },
    code: (hash) => facts.code(hash),
    edit: (root, edits) => runYielding(editSteps(facts, root, edits)),
    applyDifference: (root, difference) =>
      runYielding(applyDifferenceSteps(facts, root, difference)),
    reader: cacheViews(facts),
    over: (source) => executorWith({ ...options, source }, counts),
    libraryRuns: () => counts.libraryRuns,
  };
  return executor;
}

interface ExecutionParts extends SimulationContext {
  readonly facts: StateCache;
  readonly callRules: CallRules | undefined;
  readonly callGas: bigint;
}

/** Returns the executions of which nothing is kept. */
function executionsOf(
  parts: ExecutionParts,
): Pick<
  Executor,
  "call" | "estimate" | "replay" | "traceCall" | "traceCalls" | "accessList" | "simulation"
> {
  const { facts, take, give, callRules, callGas } = parts;
  const ofCalls = { lends: callRules?.lends === "calls and estimates" };
  const ofEstimates = {
    lends: callRules !== undefined,
    estimateMargin: callRules?.estimateMargin ?? 0n,
  };

  const widened = <Options extends CallOptions>(options: Options): Options =>
    options.gasCap < callGas ? { ...options, gasCap: callGas } : options;

  /** An instance whose execution threw is dropped: it is in the middle of something. A fault is an answer. */
  async function onInstance<Request extends { readonly env: BlockEnv }, Result>(
    execute: (context: ExecutionContext, request: Request) => Promise<Result | Fault>,
    request: Request,
  ): Promise<Result> {
    // Before it takes anything: whoever pauses with an instance and an engine keeps them from the others.
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    const evm = await take(request.env);
    const result = await execute({ evm, facts }, request);
    give(evm);
    if (result instanceof Fault) throw result;
    return result;
  }

  return {
    call: (request) =>
      onInstance(call, widened(ofCalls.lends ? { ...request, ...ofCalls } : request)),
    estimate: (request) => onInstance(estimate, { ...ofEstimates, ...request }),
    replay: (request) => onInstance(replay, request),
    traceCall: (request) => onInstance(traceCall, widened(request)),
    traceCalls: (request) => onInstance(traceCalls, request),
    accessList: (request) => onInstance(accessList, request),
    simulation: (timeoutMs) => openSimulation(parts, timeoutMs),
  };
}
