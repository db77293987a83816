/** A state changed by hand: what a developer sets, without a transaction. */
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
import type { StateWrites } from "./state-source.js";

/**
 * Makes the state with accounts as they are wanted, in steps. One that is left with nothing in it is removed, as it
 * is everywhere (EIP-161).
 * @throws {Fault} `bad-request` when an account is to have both `state` and `stateDiff`.
 */
export function* editSteps(
  facts: StateCache,
  root: StateRoot,
  edits: StateOverrides,
): Generator<void, { readonly stateRoot: StateRoot } & StateWrites> {
  const state = new JournaledState(facts, root);
  const slices = overrideSlices(state, edits);
  let slice = slices.next();
  for (; slice.done !== true; slice = slices.next()) yield;
  const fault = slice.value;
  if (fault !== undefined) throw fault;
  // What is behind a forked state would show again where nothing stands before it.
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
