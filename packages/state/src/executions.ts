/** Implements the executions of an executor whose changes are discarded, each on an instance of the pool. */
import type { BlockEnv, EvmInstance } from "@tandem/evm";
import { Fault } from "@tandem/primitives";
import { after, type Cancellation, runYielding, yieldIfDue } from "@tandem/runtime";
import { proveSteps } from "./accounts/prove.js";
import { accessList } from "./call/access-list.js";
import { call } from "./call/call.js";
import { estimate } from "./call/estimate.js";
import type { CallOptions } from "./call/prepare-call.js";
import { replay, traceCall, traceCalls } from "./call/replay.js";
import { type NodeRules, ruledOptions } from "./call/ruled-options.js";
import type { ExecutionContext } from "./execution/execution-context.js";
import type { Executor } from "./executor.js";
import { openSimulation, type SimulationContext } from "./simulate/simulation.js";

export interface ExecutionParts extends Omit<SimulationContext, "take">, NodeRules {
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
  const ruled = ruledOptions({ callRules, callGas });

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
    call: (options) => onInstance(call, ruled.call(options)),
    estimate: async (options) => onInstance(estimate, ruled.estimate(options)),
    replay: async (request) => onInstance(replay, request),
    traceCall: async (request) => onInstance(traceCall, ruled.tracedCall(request)),
    async traceCalls({ calls, ...options }) {
      const ruledCalls = calls.map((one) => ruled.tracedCall({ ...options, ...one }));
      return onInstance(traceCalls, { ...options, calls: ruledCalls });
    },
    accessList: async (request) => onInstance(accessList, ruled.accessList(request)),
    simulation: (timeoutMs, cancellation = own) =>
      openSimulation({ ...parts, take: (env) => take(env, cancellation) }, timeoutMs),
    prove: (root, address, slots, cancellation = own) =>
      runYielding(proveSteps(facts, root, address, slots), cancellation),
  };
}
