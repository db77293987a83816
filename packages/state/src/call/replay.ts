/** Repeats executions, or executes calls, with one of geth's tracers. Nothing is stored. */
import {
  type AncestorHash,
  type BlockEnv,
  type Budget,
  debugBudget,
  type EvmInstance,
  type EvmState,
  type Executed,
  tracerFor,
} from "@tandem/evm";
import {
  type Address,
  Fault,
  type SignedTransaction,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";
import { type ExecutionContext, openState } from "../execution/execution-context.js";
import { refusalOf } from "../execution/refusal.js";
import {
  type Applied,
  inFork,
  type Position,
  runTransaction,
} from "../execution/run-transaction.js";
import {
  type CallOptions,
  callOf,
  gasGiven,
  type PreparedCall,
  prepareCall,
  prepareNext,
  shortageOf,
} from "./prepare-call.js";

export interface ReplayOptions {
  /** Root of the state after the parent block. */
  readonly parentRoot: Uint8Array;
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  /** The block's transactions up to the last one to trace. */
  readonly transactions: readonly SignedTransaction[];
  /** Index of the first transaction to trace; those before are only executed. */
  readonly first: number;
  readonly tracer: TracerRequest;
  /** The time limit of the whole replay in milliseconds. */
  readonly timeoutMs: number;
  /** The maximum bytes of the traces, if it is lower than that of `@tandem/evm`. */
  readonly traceBytesMax?: number;
  /** Ends the replay with an AbortError, in place of what cancels the executor. */
  readonly cancellation?: Cancellation | undefined;
}

export interface TraceCallOptions extends CallOptions {
  readonly tracer: TracerRequest;
}

const tracedOn = (evm: EvmInstance, state: EvmState, budget: Budget) => ({
  state,
  budget,
  isPrecompile: (address: Address) => evm.isPrecompile(address),
});

const failed = (message: string) => new Fault({ code: "execution-failed", message });

/**
 * Traces transactions. @returns a result for each transaction from `first` on, or a fault when one
 * cannot be executed.
 * @throws {Fault} `limit-exceeded` over its time or size; then the instance must not be used again.
 */
export async function replay(
  context: ExecutionContext,
  options: ReplayOptions,
): Promise<TracerResult[] | Fault> {
  const { env } = options;
  const { evm } = context;
  const state = openState(context, options.parentRoot, options.ancestorHash);
  evm.limitTime(options.timeoutMs);
  const results: TracerResult[] = [];
  const budget = debugBudget(options.traceBytesMax);
  let gasUsed = 0n;
  let logsBefore = 0;
  for (const [index, given] of options.transactions.entries()) {
    const transaction = inFork(given, evm.common);
    if ("kind" in transaction) return failed(transaction.message);
    const cap = evm.chain.transactionGasLimitCap;
    const refusal = refusalOf(transaction, state, env, gasUsed, cap);
    if (refusal !== undefined) return failed(refusal.message);
    const position: Position = { state, env, gasUsed };
    const isTraced = index >= options.first;
    const tracer = isTraced ? tracerFor(options.tracer, tracedOn(evm, state, budget)) : undefined;
    const applied = await runTransaction(evm, position, transaction, tracer);
    gasUsed = applied.receipt.cumulativeGasUsed;
    if (tracer !== undefined) {
      results.push(await tracer.finish(executedOf(transaction, applied, logsBefore)));
    }
    logsBefore += applied.receipt.logs.length;
  }
  return results;
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
  const prepared = await prepareCall(context, options);
  if (prepared instanceof Fault) return prepared;
  return tracePrepared(context, prepared, options, debugBudget());
}

async function tracePrepared(
  context: ExecutionContext,
  prepared: PreparedCall,
  options: TraceCallOptions,
  budget: Budget,
): Promise<TracerResult | Fault> {
  const gasLimit = gasGiven(options);
  const shortage = shortageOf(prepared, gasLimit);
  if (shortage !== undefined) return shortage;
  const tracer = tracerFor(options.tracer, tracedOn(context.evm, prepared.state, budget));
  // A transaction accesses the coinbase by its payment; a call does not pay, but is traced the same
  // way.
  tracer.stateWatcher?.onAccount(options.env.coinbase);
  const outcome = await context.evm.runCall(callOf(prepared, gasLimit, tracer));
  return tracer.finish({ ...outcome, gasLimit, logsBefore: 0 });
}

export interface TraceCallsOptions extends Omit<CallOptions, "request"> {
  readonly calls: readonly Pick<TraceCallOptions, "request" | "tracer">[];
}

/**
 * Traces calls, each on the state that the earlier ones left; they share one time limit.
 * @returns a fault when one of them cannot begin. @throws {Fault} as `replay`.
 */
export async function traceCalls(
  context: ExecutionContext,
  { calls, ...options }: TraceCallsOptions,
): Promise<TracerResult[] | Fault> {
  const results: TracerResult[] = [];
  const budget = debugBudget();
  let state: PreparedCall["state"] | undefined;
  for (const { request, tracer } of calls) {
    const one = { ...options, request, tracer };
    const prepared =
      state === undefined ? await prepareCall(context, one) : prepareNext(context, state, one);
    if (prepared instanceof Fault) return prepared;
    state = prepared.state;
    const result = await tracePrepared(context, prepared, one, budget);
    if (result instanceof Fault) return result;
    results.push(result);
  }
  return results;
}
