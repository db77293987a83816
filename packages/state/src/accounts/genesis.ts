/** Creates the first state of a chain. */
import {
  emptyAccount,
  emptyTrieRoot,
  type GenesisAccount,
  isEqual,
  padStart,
  type StateRoot,
} from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import type { StateWrites } from "../trie/facts.js";
import { JournaledState } from "./journaled-state.js";
import { clearedFact, clearedRoot, type RemoteState } from "./remote-state.js";
import { createStateCache } from "./state-cache.js";
import type { StateSource } from "./state-source.js";

/** The source before the first state, which has the one node that every storage of a forked chain starts from. */
const nothing: StateSource = {
  node: (hash) => (isEqual(hash, clearedRoot) ? clearedFact[1] : undefined),
  code: () => undefined,
};

/** The first state of a chain: its root, and the facts to write. */
export type GenesisState = { readonly stateRoot: StateRoot } & StateWrites;

/** Computes the first state without yielding to other work. */
export const genesisState = (
  accounts: readonly GenesisAccount[],
  remote?: RemoteState,
): GenesisState => runSync(genesisStateSteps(accounts, remote));

/**
 * Computes the first state in steps. Empty accounts are omitted (EIP-161), except on a forked chain, where they
 * override the remote ones. If an address occurs twice, the later entry adds to the earlier.
 */
export function* genesisStateSteps(
  accounts: readonly GenesisAccount[],
  remote?: RemoteState,
): Generator<void, GenesisState> {
  const state = new JournaledState(createStateCache({ ...nothing, remote }), emptyTrieRoot);
  for (const { address, balance, nonce = 0n, code, storage = [] } of accounts) {
    const hasCode = code !== undefined && code.length > 0;
    if (remote === undefined && balance === 0n && nonce === 0n && !hasCode && storage.length === 0)
      continue;
    const { codeHash } = state.account(address) ?? emptyAccount;
    state.putAccount(address, { nonce, balance, codeHash });
    if (hasCode) state.putCode(address, code);
    for (const [slot, value] of storage) {
      state.putSlot(address, padStart(slot, 32), value);
      yield;
    }
    yield;
  }
  const { nodes, ...hashed } = yield* state.hashSteps();
  return { ...hashed, nodes: remote === undefined ? nodes : [clearedFact, ...nodes] };
}
