/** Calls and estimates at any block, the pending one too. */

import { type Chain, envOf } from "@tandem/chain";
import {
  type AccessListResult,
  type BlockRef,
  type CallRequest,
  Fault,
  type StateOverrides,
} from "@tandem/primitives";
import type { CallOptions, Executor } from "@tandem/state";
import { stateOf } from "./locate.js";

/** Milliseconds a call or an estimate may take. */
const callTimeoutMs = 5000;

export interface Simulation {
  readonly request: CallRequest;
  readonly ref: BlockRef;
  readonly overrides: StateOverrides;
}

/** @throws {Fault} `reverted`, `execution-failed`, `limit-exceeded`. */
export async function callAt(
  chain: Chain,
  simulation: Simulation,
): Promise<Uint8Array | undefined> {
  const stage = await stageOf(chain, simulation);
  if (stage === undefined) return undefined;
  const { output, failure } = await stage.executor.call(stage.options);
  if (failure?.kind === "reverted") throw new Fault({ code: "reverted", data: output });
  if (failure !== undefined) {
    throw new Fault({ code: "execution-failed", message: failure.message });
  }
  return output;
}

/** @throws {Fault} as above. */
export async function estimateAt(
  chain: Chain,
  simulation: Simulation,
): Promise<bigint | undefined> {
  const stage = await stageOf(chain, simulation);
  return stage?.executor.estimate(stage.options);
}

/** @throws {Fault} as above, less `reverted`. */
export async function accessListAt(
  chain: Chain,
  simulation: Simulation,
): Promise<AccessListResult | undefined> {
  const stage = await stageOf(chain, simulation);
  return stage?.executor.accessList(stage.options);
}

/** Where a call is carried out, and with what. */
interface Stage {
  readonly executor: Executor;
  readonly options: CallOptions;
}

/** Undefined when there is no such block. */
export async function stageOf(
  chain: Chain,
  { request, ref, overrides }: Simulation,
): Promise<Stage | undefined> {
  const at = await stateOf(chain, ref);
  if (at === undefined) return undefined;
  const options = {
    root: at.header.stateRoot,
    env: envOf(at.header),
    ancestorHash: chain.blocks.ancestry(at.tip).hash,
    request,
    overrides,
    gasCap: at.header.gasLimit,
    timeoutMs: callTimeoutMs,
  };
  return { executor: at.executor, options };
}
