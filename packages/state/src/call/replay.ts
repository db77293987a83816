/** Executions done again, or tried, under one of geth's tracers. Nothing is kept of them. */
import {
  type AncestorHash,
  type BlockEnv,
  type Budget,
  debugBudget,
  type Executed,
  tracerFor,
} from "@tandem/evm";
import {
  Fault,
  type SignedTransaction,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
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
  /** State after the parent block. */
  readonly parentRoot: Uint8Array;
  readonly env: BlockEnv;
  readonly ancestorHash: AncestorHash;
  /** From the block's first to the last that is of interest. */
  readonly transactions: readonly SignedTransaction[];
  /** Index of the first one to trace; those before are only executed. */
  readonly first: number;
  readonly tracer: TracerRequest;
  /** For all of it. */
  readonly timeoutMs: number;
  /** Bytes that may be told of it, where they are not as many as `@tandem/evm` allows. */
  readonly traceBytesMax?: number;
}

export interface TraceCallOptions extends CallOptions {
  readonly tracer: TracerRequest;
}

const failed = (message: string) => new Fault({ code: "execution-failed", message });

/**
 * @returns a result for each transaction from `first` on, or a fault when one cannot be executed.
 * @throws {Fault} `limit-exceeded` over its time or size; the instance is then of no more use.
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
    const tracer = isTraced ? tracerFor(options.tracer, state, budget) : undefined;
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
  const tracer = tracerFor(options.tracer, prepared.state, budget);
  // A transaction pays the coinbase; a call does not, but is shown as one.
  tracer.stateWatcher?.onAccount(options.env.coinbase);
  const outcome = await context.evm.runCall(callOf(prepared, gasLimit, tracer));
  return tracer.finish({ ...outcome, gasLimit, logsBefore: 0 });
}

export interface TraceCallsOptions extends Omit<CallOptions, "request"> {
  readonly calls: readonly Pick<TraceCallOptions, "request" | "tracer">[];
}

/**
 * Calls that each begin on the state that those before it left; the time limit is one for all.
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
