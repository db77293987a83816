/** Simulates consecutive blocks; their states are only in memory, as long as the simulation. */
import type { EvmInstance } from "@tandem/evm";
import { toKey } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { createStateCache } from "../accounts/state-cache.js";
import type { StateSource } from "../accounts/state-source.js";
import {
  type SimulateBlockOptions,
  type SimulatedOutcome,
  simulateBlock,
} from "./simulate-block.js";

/** Executes the next block of a simulation. */
export type SimulateBlock = (options: SimulateBlockOptions) => Promise<SimulatedOutcome>;

export interface SimulationContext {
  readonly source: StateSource;
  readonly clock: Clock;
  take(env: SimulateBlockOptions["env"]): EvmInstance | Promise<EvmInstance>;
  give(evm: EvmInstance): void;
}

/**
 * Begins a simulation.
 * @param timeoutMs the time limit of all its blocks.
 */
export function openSimulation(
  { source, clock, take, give }: SimulationContext,
  timeoutMs: number,
): SimulateBlock {
  const time = { timeoutMs, startedAt: clock.now() };
  const nodes = new Map<string, Uint8Array>();
  const code = new Map<string, Uint8Array>();
  const facts = createStateCache({
    remote: source.remote,
    node: (hash) => nodes.get(toKey(hash)) ?? source.node(hash),
    code: (hash) => code.get(toKey(hash)) ?? source.code(hash),
  });
  return async (options) => {
    const evm = await take(options.env);
    const outcome = await simulateBlock({ evm, facts }, options, time, (hashed) => {
      for (const [hash, bytes] of hashed.nodes) nodes.set(toKey(hash), bytes);
      for (const [hash, bytes] of hashed.code) code.set(toKey(hash), bytes);
    });
    give(evm);
    return outcome;
  };
}
