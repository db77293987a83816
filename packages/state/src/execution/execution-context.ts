import type { AncestorHash, EvmInstance } from "@tandem/evm";
import type { StateRoot } from "@tandem/primitives";
import { JournaledState } from "../accounts/journaled-state.js";
import type { StateCache } from "../accounts/state-cache.js";

/**
 * An EVM instance, used by one execution at a time, and the facts from which its states are read.
 */
export interface ExecutionContext {
  readonly evm: EvmInstance;
  readonly facts: StateCache;
}

/** Opens a new state over a root; the instance executes on it from now on. */
export function openState(
  { evm, facts }: ExecutionContext,
  root: StateRoot,
  ancestorHash: AncestorHash,
): JournaledState {
  const state = new JournaledState(facts, root);
  evm.open(state, ancestorHash);
  return state;
}
