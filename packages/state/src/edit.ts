/** A state changed by hand: what a developer sets, without a transaction. */
import {
  emptyTrieRoot,
  inOneGo,
  isEqual,
  type StateOverrides,
  type StateRoot,
} from "@tandem/primitives";
import { JournaledState } from "./journaled-state.js";
import { emptyCodeHash, type KeptFacts } from "./kept-facts.js";
import { overrideSlices } from "./override.js";
import type { StateWrites } from "./state-source.js";

/**
 * The state with accounts as they are wanted. One that is left with nothing in it is removed, as it
 * is everywhere (EIP-161).
 * @throws {Fault} `bad-request` when an account is to have both `state` and `stateDiff`.
 */
export function editState(
  facts: KeptFacts,
  root: StateRoot,
  edits: StateOverrides,
): { readonly stateRoot: StateRoot } & StateWrites {
  const state = new JournaledState(facts, root);
  const fault = inOneGo(overrideSlices(state, edits));
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
  }
  return state.hash();
}
