/** Edits a state without a transaction, on request of a developer. */
import {
  emptyCodeHash,
  emptyTrieRoot,
  isEqual,
  type StateOverrides,
  type StateRoot,
} from "@tandem/primitives";
import { JournaledState } from "./journaled-state.js";
import { overrideSlices } from "./override.js";
import type { StateCache } from "./state-cache.js";
import type { HashedState } from "./state-difference.js";

/**
 * Computes the state with overridden accounts, in steps. An account that becomes empty is removed
 * (EIP-161).
 * @throws {Fault} `bad-request` when an account has both `state` and `stateDiff`.
 */
export function* editSteps(
  facts: StateCache,
  root: StateRoot,
  edits: StateOverrides,
): Generator<void, HashedState> {
  const state = new JournaledState(facts, root);
  const slices = overrideSlices(state, edits);
  let slice = slices.next();
  for (; slice.done !== true; slice = slices.next()) yield;
  const fault = slice.value;
  if (fault !== undefined) throw fault;
  // In a forked state the account of the remote chain would reappear if it were removed here.
  for (const [address] of facts.remote === undefined ? edits : []) {
    const account = state.account(address);
    const isEmpty =
      account !== undefined &&
      account.nonce === 0n &&
      account.balance === 0n &&
      isEqual(account.codeHash, emptyCodeHash) &&
      isEqual(state.storageRoot(address), emptyTrieRoot);
    if (isEmpty) state.deleteAccount(address);
    yield;
  }
  return yield* state.hashSteps();
}
