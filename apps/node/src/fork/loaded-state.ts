/** Prepares a dumped state for a chain that forks another. */
import type { StateOverrides } from "@tandem/primitives";
import { yieldIfDue } from "@tandem/runtime";
import type { Fork } from "./fork.js";
import { forkLimits } from "./limits.js";

/**
 * Adds the storage of the accounts to that of the forked chain, as anvil does: the dump of a fork has only the slots
 * that differ from it. Loads what the edit then reads, several parts at a time.
 * @param fork undefined for a chain that forks none: there a dump has the whole storage of each account.
 * @throws the errors of the other node.
 */
export async function ontoFork(
  accounts: StateOverrides,
  fork: Pick<Fork, "remote"> | undefined,
): Promise<StateOverrides> {
  if (fork === undefined) return accounts;
  let loading: Promise<void>[] = [];
  for (const [address, { state = [] }] of accounts) {
    for (const slot of [undefined, ...state.map(([key]) => key)]) {
      const load = fork.remote.load(address, slot);
      if (load !== undefined) loading.push(load);
      if (loading.length >= forkLimits.loadsAtOnce) {
        await Promise.all(loading);
        loading = [];
      }
      await yieldIfDue();
    }
  }
  await Promise.all(loading);
  return accounts.map(([address, { state: stateDiff, ...values }]) => [
    address,
    stateDiff === undefined ? values : { ...values, stateDiff },
  ]);
}
