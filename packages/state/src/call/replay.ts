/** Executions done again, or tried, under one of geth's tracers. Nothing is kept of them. */
import {
  Fault,
  type SignedTransaction,
  type TracerRequest,
  type TracerResult,
} from "@tandem/primitives";
import { type AncestorHash, type BlockEnv, vmBlock } from "../execution/block-env.js";
import type { EvmInstance } from "../execution/evm-instance.js";
import { refusalOf } from "../execution/refusal.js";
import {
  type Applied,
  inFork,
  type Position,
  runTransaction,
} from "../execution/run-transaction.js";
import { debugBudget } from "../trace/budget.js";
import { type Executed, tracerFor } from "../trace/tracer.js";
import { type CallOptions, gasGiven, setStage, shortageOf, simulate } from "./simulate.js";

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
  instance: EvmInstance,
  options: ReplayOptions,
): Promise<TracerResult[] | Fault> {
  const { env } = options;
  const state = instance.open(options.parentRoot, options.ancestorHash);
  instance.pace.start(options.timeoutMs);
  const block = vmBlock(env);
  const results: TracerResult[] = [];
  const budget = debugBudget();
  let gasUsed = 0n;
  let logsBefore = 0;
  for (const [index, given] of options.transactions.entries()) {
    const transaction = inFork(given, instance.common);
    if ("kind" in transaction) return failed(transaction.message);
    const refusal = refusalOf(
      transaction,
      state,
      env,
      gasUsed,
      instance.chain.transactionGasLimitCap,
    );
    if (refusal !== undefined) return failed(refusal.message);
    const position: Position = { state, env, block, gasUsed };
    const isTraced = index >= options.first;
    const tracer = isTraced ? tracerFor(options.tracer, state, budget) : undefined;
    instance.watch(tracer?.watcher);
    const applied = await runTransaction(instance, position, transaction, tracer?.probe);
    instance.watch(undefined);
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
  { receipt, result }: Applied,
  logsBefore: number,
): Executed => ({
  logsBefore,
  gasLimit: fields.gasLimit,
  gasUsed: receipt.gasUsed,
  execResult: result.execResult,
});

/**
 * A call as `call` makes it, traced.
 * @returns a fault when it cannot begin. @throws {Fault} as `replay`.
 */
export async function traceCall(
  instance: EvmInstance,
  options: TraceCallOptions,
): Promise<TracerResult | Fault> {
  const stage = await setStage(instance, options);
  if (stage instanceof Fault) return stage;
  const gasLimit = gasGiven(options);
  const shortage = shortageOf(stage, gasLimit);
  if (shortage !== undefined) return failed(shortage);
  const tracer = tracerFor(options.tracer, stage.state, debugBudget());
  // A transaction pays the coinbase; a call does not, but is shown as one.
  tracer.watcher?.onAccount(options.env.coinbase);
  instance.watch(tracer.watcher);
  instance.socket.plug(tracer.probe);
  const { result, gasUsed } = await simulate(stage, gasLimit);
  instance.socket.unplug();
  instance.watch(undefined);
  return tracer.finish({ gasLimit, gasUsed, execResult: result, logsBefore: 0 });
}
