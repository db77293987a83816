/** Executes calls and estimates at any block, including the pending one. */

import { envOf } from "@tandem/chain";
import type { Ancestry } from "@tandem/consensus";
import {
  type AccessListResult,
  type Address,
  type BlockOverrides,
  type BlockRef,
  type CallRequest,
  type FailureExplanation,
  Fault,
  type StateOverrides,
} from "@tandem/primitives";
import { after, type Cancellation, onceFor } from "@tandem/runtime";
import type { BlockEnv, CallOptions, CallResult, Executor } from "@tandem/state";
import { type LocatedState, stateOf } from "./locate.js";
import type { ReadChain } from "./read-chain.js";

/** The maximum milliseconds of a call or an estimate. */
export const callTimeoutMs = 5000;

export interface Simulation {
  readonly request: CallRequest;
  readonly ref: BlockRef;
  /** Whether it is executed in the block that would follow that one, which is mined. */
  readonly isInNext?: boolean;
  readonly overrides: StateOverrides;
  /** The members of the block that differ from the real ones. */
  readonly blockOverrides?: BlockOverrides | undefined;
  /** Ends the execution with an AbortError. */
  readonly cancellation?: Cancellation | undefined;
}

/** Returns whether any member of the block differs. */
export function hasMembers(overrides: BlockOverrides | undefined): boolean {
  for (const _ in overrides) return true;
  return false;
}

/** Receives executions outside blocks when they end. */
export interface CallWatch {
  /** The address whose inputs are reported. */
  readonly recordInputsOf: Address;
  /** Returns whether a call with this result would be reported. */
  isWorthLogging(result: CallResult): boolean;
  /**
   * Called at the end of a call.
   * @param prepared executes it again; undefined for the result of an earlier execution.
   * @returns what the error of a failure waits for; undefined if it waits for nothing.
   */
  executed(
    request: CallRequest,
    result: CallResult,
    prepared?: PreparedCall,
  ): Promise<FailureExplanation | undefined> | undefined;
  /** Called at the end of an estimate. */
  estimated(request: CallRequest, gas: bigint): void;
}

/** The output of a call; undefined if there is no such block. */
export type CallOutput = Uint8Array | undefined;

/**
 * Executes a call, synchronously if it needs no pause and its block is mined.
 * @param onResult receives the result, also if it is an error.
 * @throws {Fault} `reverted`, `execution-failed`, `limit-exceeded`.
 */
export function callAt(
  chain: ReadChain,
  simulation: Simulation,
  watch?: CallWatch,
  onResult?: (result: CallResult) => void,
): CallOutput | Promise<CallOutput> {
  return after(prepareCall(chain, simulation, watch), (prepared) => {
    if (prepared === undefined) return undefined;
    return after(prepared.executor.call(prepared.options), (result) => {
      const explained = watch?.executed(simulation.request, result, prepared);
      onResult?.(result);
      return explained === undefined
        ? outputOf(result)
        : explained.then((explanation) => outputOf(result, explanation));
    });
  });
}

function outputOf({ output, failure }: CallResult, explanation?: FailureExplanation): Uint8Array {
  if (failure === undefined) return output;
  if (failure.kind === "reverted") throw new Fault({ code: "reverted", data: output, explanation });
  const { error, message } = failure;
  throw new Fault({ code: "execution-failed", message, error, explanation });
}

/**
 * Estimates the gas of a call.
 * @throws {Fault} as `callAt` does.
 */
export async function estimateAt(
  chain: ReadChain,
  simulation: Simulation,
  watch?: CallWatch,
): Promise<bigint | undefined> {
  const prepared = await prepareCall(chain, simulation, watch);
  if (prepared === undefined) return undefined;
  try {
    const gas = await prepared.executor.estimate(prepared.options);
    watch?.estimated(simulation.request, gas);
    return gas;
  } catch (error) {
    const isReverted = error instanceof Fault && error.data.code === "reverted";
    // The call is executed again for its console output, because it will not be sent now.
    if (isReverted && watch !== undefined) {
      const result = await prepared.executor.call(prepared.options);
      const explanation = await watch.executed(simulation.request, result, prepared);
      throw explanation === undefined ? error : new Fault({ ...error.data, explanation });
    }
    throw error;
  }
}

/**
 * Computes the access list of a call.
 * @throws {Fault} as `callAt` does, except `reverted`.
 */
export async function accessListAt(
  chain: ReadChain,
  simulation: Simulation,
): Promise<AccessListResult | undefined> {
  const prepared = await prepareCall(chain, simulation);
  return prepared?.executor.accessList(prepared.options);
}

/** The state, the block environment and the executor of a call. */
export interface PreparedCall {
  readonly executor: Executor;
  readonly options: CallOptions;
}

/**
 * Returns undefined if there is no such block; synchronously for a mined one.
 * @param watch names the address whose inputs are recorded.
 */
export function prepareCall(
  chain: ReadChain,
  simulation: Simulation,
  watch?: CallWatch,
): PreparedCall | undefined | Promise<PreparedCall | undefined> {
  return after(
    stateOf(chain, simulation.ref),
    (at) => at && preparedOn(chain, simulation, at, watch),
  );
}

/** Returns the environment of a block without a requested PREVRANDAO: most calls are on the same block. */
const ownEnvironment = onceFor((header: LocatedState["header"]) => envOf(header));

const environmentOf = ({ header, prevRandao }: LocatedState): BlockEnv =>
  prevRandao === undefined ? ownEnvironment(header) : envOf(header, prevRandao);

/** Returns the environment of the block that would follow a mined one, whose other members it keeps. */
function nextEnvironment({ time }: ReadChain, { header }: LocatedState): BlockEnv {
  const { number } = header;
  return { ...envOf(header), number: number + 1, timestamp: time.timestampOn(header) };
}

function preparedOn(
  chain: ReadChain,
  { request, isInNext, overrides, blockOverrides, cancellation }: Simulation,
  at: LocatedState,
  watch: CallWatch | undefined,
): PreparedCall {
  const own = isInNext ? nextEnvironment(chain, at) : environmentOf(at);
  const env = hasMembers(blockOverrides) ? { ...own, ...blockOverrides } : own;
  let ancestry: Ancestry | undefined;
  const options = {
    root: at.root,
    env,
    // Few calls read the hash of a block.
    ancestorHash(height: number) {
      ancestry ??= chain.blocks.ancestry(at.tip);
      return ancestry.hash(height);
    },
    request,
    overrides,
    // A client may lower the limit of gas, but its own value must not let a call execute for longer.
    gasCap: env.gasLimit < own.gasLimit ? env.gasLimit : own.gasLimit,
    timeoutMs: callTimeoutMs,
    recordInputsOf: watch?.recordInputsOf,
    cancellation,
  };
  return { executor: at.executor, options };
}
