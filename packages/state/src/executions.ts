/** Implements the executions of an executor whose changes are discarded, each on an instance of the pool. */
import type { BlockEnv, EvmInstance } from "@tandem/evm";
import { Fault } from "@tandem/primitives";
import { after, type Cancellation, runYielding, yieldIfDue } from "@tandem/runtime";
import { accessList } from "./call/access-list.js";
import { call } from "./call/call.js";
import { estimate, withRules, withTip } from "./call/estimate.js";
import type { CallOptions } from "./call/prepare-call.js";
import { replay, traceCall, traceCalls } from "./call/replay.js";
import type { ExecutionContext } from "./execution/execution-context.js";
import type { CallRules, Executor } from "./executor.js";
import { openSimulation, type SimulationContext } from "./simulate/simulation.js";
import { proveSteps } from "./trie/prove.js";

export interface ExecutionParts extends Omit<SimulationContext, "take"> {
  readonly callRules: CallRules | undefined;
  readonly callGas: bigint;
  take(env: BlockEnv, cancellation: Cancellation | undefined): EvmInstance | Promise<EvmInstance>;
  /** Cancels what its options do not cancel by another one. */
  readonly cancellation: Cancellation | undefined;
}

/** Returns the executions whose changes are discarded, and proofs. */
export function executionsOf(
  parts: ExecutionParts,
): Pick<
  Executor,
  | "call"
  | "estimate"
  | "replay"
  | "traceCall"
  | "traceCalls"
  | "accessList"
  | "simulation"
  | "prove"
> {
  const { facts, take, give, callRules, callGas, cancellation: own } = parts;
  const ofCalls = { fundsSender: callRules?.fundsSender === "calls and estimates" };
  const ofEstimates = {
    fundsSender: ofCalls.fundsSender || (callRules !== undefined && ("transfers" as const)),
    estimateMargin: callRules?.estimateMargin ?? 0n,
  };

  /** Returns the options by the rules of a node. Nothing is copied for the standard ones. */
  const ruled = <Options extends CallOptions>(options: Options): Options => {
    switch (callRules?.lowPrices) {
      case undefined:
        return options;
      case "below the base fee":
        return { ...options, takesLowPrices: true };
      case "without a base fee":
        return {
          ...options,
          env: { ...options.env, minimumGasPrice: 0n },
          request: withTip(options.request, 0n),
        };
    }
  };

  const widened = <Options extends CallOptions>(options: Options): Options =>
    ruled(options.gasCap < callGas ? { ...options, gasCap: callGas } : options);

  /**
   * An instance whose execution threw is dropped, since it may be in any state. A returned fault
   * leaves it intact.
   */
  function onInstance<Request extends Pick<CallOptions, "env" | "cancellation">, Result>(
    execute: (
      context: ExecutionContext,
      request: Request,
    ) => Result | Fault | Promise<Result | Fault>,
    request: Request,
  ): Result | Promise<Result> {
    const executeOn = (evm: EvmInstance) =>
      after(execute({ evm, facts }, request), (result) => {
        give(evm);
        if (result instanceof Fault) throw result;
        return result;
      });
    // Yields before it acquires an instance and an engine, which other requests need meanwhile.
    const pause = yieldIfDue();
    const { env, cancellation = own } = request;
    if (pause === undefined) return after(take(env, cancellation), executeOn);
    return pause.then(() => take(env, cancellation)).then(executeOn);
  }

  return {
    call: (request) =>
      onInstance(call, widened(ofCalls.fundsSender ? { ...request, ...ofCalls } : request)),
    estimate: async (options) => {
      const request = withTip(options.request, callRules?.estimateTip);
      return onInstance(estimate, withRules(ruled(options), request, ofEstimates));
    },
    replay: async (request) => onInstance(replay, request),
    traceCall: async (request) => onInstance(traceCall, widened(request)),
    traceCalls: async (request) => onInstance(traceCalls, request),
    accessList: async (request) => onInstance(accessList, ruled(request)),
    simulation: (timeoutMs, cancellation = own) =>
      openSimulation({ ...parts, take: (env) => take(env, cancellation) }, timeoutMs),
    prove: (root, address, slots, cancellation = own) =>
      runYielding(proveSteps(facts, root, address, slots), cancellation),
  };
}
