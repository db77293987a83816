/** Calls and estimates at any block, the pending one too. */

import { type Chain, envOf } from "@tandem/chain";
import {
  type AccessListResult,
  type Address,
  type BlockRef,
  type CallRequest,
  Fault,
  type StateOverrides,
} from "@tandem/primitives";
import type { CallOptions, CallResult, Executor } from "@tandem/state";
import { stateOf } from "./locate.js";

/** Milliseconds a call or an estimate may take. */
const callTimeoutMs = 5000;

export interface Simulation {
  readonly request: CallRequest;
  readonly ref: BlockRef;
  readonly overrides: StateOverrides;
}

/** Is told of executions that are not of a block, as they end. */
export interface CallWatch {
  /** Of which the inputs are told. */
  readonly listenAt: Address;
  /** Whether a call that came to this would be told of in any way. */
  isWorthTelling(result: CallResult): boolean;
  /** Of a call. */
  told(request: CallRequest, result: CallResult): void;
  /** Of an estimate. */
  estimated(request: CallRequest, gas: bigint): void;
}

/**
 * @param onResult is given what the call came to, also when that is an error.
 * @throws {Fault} `reverted`, `execution-failed`, `limit-exceeded`.
 */
export async function callAt(
  chain: Chain,
  simulation: Simulation,
  watch?: CallWatch,
  onResult?: (result: CallResult) => void,
): Promise<Uint8Array | undefined> {
  const prepared = await prepareCall(chain, simulation);
  if (prepared === undefined) return undefined;
  const result = await prepared.executor.call(listening(prepared.options, watch));
  watch?.told(simulation.request, result);
  onResult?.(result);
  const { output, failure } = result;
  if (failure?.kind === "reverted") throw new Fault({ code: "reverted", data: output });
  if (failure !== undefined) {
    throw new Fault({ code: "execution-failed", message: failure.message });
  }
  return output;
}

const listening = (options: CallOptions, watch: CallWatch | undefined): CallOptions =>
  watch === undefined ? options : { ...options, listenAt: watch.listenAt };

/** @throws {Fault} as above. */
export async function estimateAt(
  chain: Chain,
  simulation: Simulation,
  watch?: CallWatch,
): Promise<bigint | undefined> {
  const prepared = await prepareCall(chain, simulation);
  if (prepared === undefined) return undefined;
  try {
    const gas = await prepared.executor.estimate(prepared.options);
    watch?.estimated(simulation.request, gas);
    return gas;
  } catch (error) {
    const isReverted = error instanceof Fault && error.data.code === "reverted";
    // Once more, for what it wrote before it failed: nobody will send it now.
    if (isReverted && watch !== undefined) {
      watch.told(
        simulation.request,
        await prepared.executor.call(listening(prepared.options, watch)),
      );
    }
    throw error;
  }
}

/** @throws {Fault} as above, less `reverted`. */
export async function accessListAt(
  chain: Chain,
  simulation: Simulation,
): Promise<AccessListResult | undefined> {
  const prepared = await prepareCall(chain, simulation);
  return prepared?.executor.accessList(prepared.options);
}

/** Where a call is carried out, and with what. */
interface PreparedCall {
  readonly executor: Executor;
  readonly options: CallOptions;
}

/** Undefined when there is no such block. */
export async function prepareCall(
  chain: Chain,
  { request, ref, overrides }: Simulation,
): Promise<PreparedCall | undefined> {
  const at = await stateOf(chain, ref);
  if (at === undefined) return undefined;
  const options = {
    root: at.root,
    env: envOf(at.header),
    ancestorHash: chain.blocks.ancestry(at.tip).hash,
    request,
    overrides,
    gasCap: at.header.gasLimit,
    timeoutMs: callTimeoutMs,
  };
  return { executor: at.executor, options };
}
