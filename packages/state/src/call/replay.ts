/** Repeats executions, or executes calls, with one of geth's tracers. Nothing is stored. */
import {
  type AncestorHash,
  type BlockEnv,
  Budget,
  type EvmInstance,
  type EvmState,
  type Executed,
  type ScriptContext,
  type Scripts,
  type Tracer,
  tracerFor,
} from "@tandem/evm";
import {
  type Address,
  effectiveGasPrice,
  Fault,
  type Hash32,
  type SignedTransaction,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";
import type { JournaledState } from "../accounts/journaled-state.js";
import { type ExecutionContext, openState } from "../execution/execution-context.js";
import { type Applied, readyTransaction, runTransaction } from "../execution/run-transaction.js";
import {
  type CallOptions,
  callOf,
  gasGiven,
  type PreparedCall,
  prepareCall,
  prepareNext,
  shortageOf,
} from "./prepare-call.js";

/** Transactions of a block, in order from its first one. */
export interface RepeatedTransactions {
  /** Root of the state after the parent block. */
  readonly parentRoot: Uint8Array;
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  readonly transactions: readonly SignedTransaction[];
  /** The time limit of all of them in milliseconds. */
  readonly timeoutMs: number;
}

export interface ReplayOptions extends RepeatedTransactions {
  /** Is undefined for a block that is not mined. */
  readonly blockHash?: Hash32 | undefined;
  /** Index of the first transaction to trace; those before are only executed. */
  readonly first: number;
  readonly tracer: TracerRequest;
  /** The maximum bytes of the traces, if it is lower than that of `@tandem/evm`. */
  readonly traceBytesMax?: number;
  /** Ends the replay with an AbortError, in place of what cancels the executor. */
  readonly cancellation?: Cancellation | undefined;
}

export interface TraceCallOptions extends CallOptions {
  readonly tracer: TracerRequest;
  /** Transactions that are executed before the call; then the call does not run on the state at `root`. */
  readonly earlier?: RepeatedTransactions | undefined;
}

/** Is shared by the tracers of one request. */
interface Shared {
  readonly evm: EvmInstance;
  readonly budget: Budget;
  readonly scripts: Scripts;
}

const tracedOn = ({ evm, budget, scripts }: Shared, state: EvmState, context: ScriptContext) => ({
  state,
  budget,
  scripts,
  context,
  loader: evm.loader,
  isPrecompile: (address: Address) => evm.isPrecompile(address),
});

/** Ends the scripts of a request when it has ended. */
async function sharing<Result>(
  evm: EvmInstance,
  bytesMax: number | undefined,
  trace: (shared: Shared) => Promise<Result>,
): Promise<Result> {
  const scripts = evm.openScripts();
  try {
    return await trace({ evm, scripts, budget: new Budget(bytesMax) });
  } finally {
    scripts.close();
  }
}

const failed = (message: string) => new Fault({ code: "execution-failed", message });

/**
 * Traces transactions. @returns a result for each transaction from `first` on, or a fault when one
 * cannot be executed.
 * @throws {Fault} `limit-exceeded` over its time or size; then the instance must not be used again.
 */
export const replay = (
  context: ExecutionContext,
  options: ReplayOptions,
): Promise<TracerResult[] | Fault> =>
  sharing(context.evm, options.traceBytesMax, (shared) => replayAll(context, options, shared));

async function replayAll(
  context: ExecutionContext,
  options: ReplayOptions,
  shared: Shared,
): Promise<TracerResult[] | Fault> {
  const repeated = await repeat(context, options, (transaction, index, state) => {
    if (index < options.first) return undefined;
    const on = tracedOn(shared, state, contextOf(transaction, index, options));
    return tracerFor(options.tracer, on);
  });
  return repeated instanceof Fault ? repeated : repeated.results;
}

/** Returns the tracer of a transaction that is executed next, if it is traced. */
type TracerOf = (
  transaction: SignedTransaction,
  index: number,
  state: EvmState,
) => Promise<Tracer> | undefined;

/** The state after transactions, and the results of those that are traced. */
interface Repeated {
  readonly state: JournaledState;
  readonly results: TracerResult[];
}

async function repeat(
  context: ExecutionContext,
  { env, parentRoot, ancestorHash, transactions, timeoutMs }: RepeatedTransactions,
  tracerOf: TracerOf,
): Promise<Repeated | Fault> {
  const { evm } = context;
  const state = openState(context, parentRoot, ancestorHash);
  evm.limitTime(timeoutMs);
  const results: TracerResult[] = [];
  let gasUsed = 0n;
  let logsBefore = 0;
  for (const [index, given] of transactions.entries()) {
    const position = { state, env, gasUsed };
    const transaction = readyTransaction(evm, position, given);
    if ("kind" in transaction) return failed(transaction.message);
    const tracer = await tracerOf(transaction, index, state);
    const applied = await runTransaction(evm, position, transaction, tracer);
    gasUsed = applied.receipt.cumulativeGasUsed;
    if (tracer !== undefined) {
      results.push(await tracer.finish(executedOf(transaction, applied, logsBefore)));
    }
    logsBefore += applied.receipt.logs.length;
  }
  return { state, results };
}

function contextOf(
  { fields, hash: txHash }: SignedTransaction,
  txIndex: number,
  { env, blockHash }: ReplayOptions,
): ScriptContext {
  return {
    blockNumber: env.number,
    coinbase: env.coinbase,
    gasPrice: effectiveGasPrice(fields, env.minimumGasPrice),
    intrinsicGas: fields.getIntrinsicGas(),
    ...(blockHash === undefined ? {} : { place: { blockHash, txHash, txIndex } }),
  };
}

const executedOf = (
  { fields }: SignedTransaction,
  { outcome }: Applied,
  logsBefore: number,
): Executed => ({ ...outcome, logsBefore, gasLimit: fields.gasLimit });

/**
 * Executes a call as `call` does, and traces it.
 * @returns a fault when it cannot begin. @throws {Fault} as `replay`.
 */
export async function traceCall(
  context: ExecutionContext,
  options: TraceCallOptions,
): Promise<TracerResult | Fault> {
  const { earlier } = options;
  const repeated = earlier && (await repeat(context, earlier, () => undefined));
  if (repeated instanceof Fault) return repeated;
  // Drops what belongs to the last transaction, such as transient storage.
  if (repeated !== undefined) context.evm.open(repeated.state, options.ancestorHash);
  const prepared = await prepareCall(context, options, repeated?.state);
  if (prepared instanceof Fault) return prepared;
  return sharing(context.evm, undefined, (shared) => tracePrepared(prepared, options, shared));
}

async function tracePrepared(
  prepared: PreparedCall,
  options: TraceCallOptions,
  shared: Shared,
): Promise<TracerResult | Fault> {
  const gasLimit = gasGiven(options);
  const shortage = shortageOf(prepared, gasLimit);
  if (shortage !== undefined) return shortage;
  const { gasPrice, owed, state } = prepared;
  const { number: blockNumber, coinbase } = options.env;
  const scriptContext = { blockNumber, coinbase, gasPrice, intrinsicGas: owed.intrinsic };
  const tracer = await tracerFor(options.tracer, tracedOn(shared, state, scriptContext));
  // A transaction accesses the coinbase by its payment; a call does not pay, but is traced the same
  // way.
  tracer.stateWatcher?.onAccount?.(options.env.coinbase);
  const outcome = await shared.evm.runCall(callOf(prepared, gasLimit, tracer));
  return tracer.finish({ ...outcome, gasLimit, logsBefore: 0 });
}

export interface TraceCallsOptions extends Omit<CallOptions, "request"> {
  readonly calls: readonly Pick<TraceCallOptions, "request" | "tracer">[];
}

/** Calls of one block, each with all its options. */
export interface CallsInBlock extends Pick<CallOptions, "env" | "cancellation"> {
  readonly calls: readonly TraceCallOptions[];
}

/**
 * Traces calls, each on the state that the earlier ones left; they share one time limit.
 * @returns a fault when one of them cannot begin. @throws {Fault} as `replay`.
 */
export const traceCalls = (
  context: ExecutionContext,
  { calls }: CallsInBlock,
): Promise<TracerResult[] | Fault> =>
  sharing(context.evm, undefined, (shared) => traceAll(context, calls, shared));

async function traceAll(
  context: ExecutionContext,
  calls: readonly TraceCallOptions[],
  shared: Shared,
): Promise<TracerResult[] | Fault> {
  const results: TracerResult[] = [];
  let state: PreparedCall["state"] | undefined;
  for (const one of calls) {
    const prepared =
      state === undefined ? await prepareCall(context, one) : prepareNext(context, state, one);
    if (prepared instanceof Fault) return prepared;
    state = prepared.state;
    const result = await tracePrepared(prepared, one, shared);
    if (result instanceof Fault) return result;
    results.push(result);
  }
  return results;
}
