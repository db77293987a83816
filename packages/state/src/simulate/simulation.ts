/** Simulates consecutive blocks; their states are only in memory, as long as the simulation. */
import type { EvmInstance } from "@tandem/evm";
import { toKey } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { createStateCache, type StateCache } from "../accounts/state-cache.js";
import { cacheReads } from "../accounts/state-reads.js";
import type { Fact, NodeFact } from "../trie/facts.js";
import {
  type SimulateBlockOptions,
  type SimulatedOutcome,
  simulateBlock,
} from "./simulate-block.js";

/** Executes the next block of a simulation. */
export type SimulateBlock = (options: SimulateBlockOptions) => Promise<SimulatedOutcome>;

export interface SimulationContext {
  /** The facts of the states of the chain. */
  readonly facts: StateCache;
  readonly clock: Clock;
  take(env: SimulateBlockOptions["env"]): EvmInstance | Promise<EvmInstance>;
  give(evm: EvmInstance): void;
}

/** The nodes and code of a state that a block of the simulation led to. */
interface Added {
  readonly nodes: readonly NodeFact[];
  readonly code: readonly Fact[];
}

/** The facts of the states of a simulation: those that it adds, over those of the chain, which it only reads. */
interface SimulatedFacts extends StateCache {
  /** Adds facts in steps: a block may override many accounts. */
  add(added: Added): Generator<void, void>;
}

function factsOver(base: StateCache): SimulatedFacts {
  const rows = new Map<string, Uint8Array>();
  const codes = new Map<string, Uint8Array>();
  const own = new Set<string>();
  const added = createStateCache({
    node: (hash) => rows.get(toKey(hash)),
    code: (hash) => codes.get(toKey(hash)),
  });
  const facts = {
    remote: base.remote,
    node: (key: string) => (own.has(key) ? added : base).node(key),
    code: (hash: Uint8Array) => (codes.has(toKey(hash)) ? added : base).code(hash),
  };
  const reads = cacheReads(facts);
  return {
    ...facts,
    readsAt: (root) => (own.has(toKey(root)) ? reads : base).readsAt(root),
    follow: reads.follow,
    setNode(key, node) {
      own.add(key);
      added.setNode(key, node);
    },
    *add({ nodes, code }) {
      for (const [hash, bytes] of nodes) {
        const key = toKey(hash);
        own.add(key);
        rows.set(key, bytes);
        yield;
      }
      for (const [hash, bytes] of code) {
        codes.set(toKey(hash), bytes);
        yield;
      }
    },
  };
}

/**
 * Begins a simulation.
 * @param timeoutMs the time limit of all its blocks.
 */
export function openSimulation(
  { facts: base, clock, take, give }: SimulationContext,
  timeoutMs: number,
): SimulateBlock {
  const time = { timeoutMs, startedAt: clock.now() };
  const facts = factsOver(base);
  return async (options) => {
    const evm = await take(options.env);
    const outcome = await simulateBlock({ evm, facts }, options, time, facts.add);
    give(evm);
    return outcome;
  };
}
