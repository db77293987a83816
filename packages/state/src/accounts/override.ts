/** Applies a caller's overrides of accounts for one call. */

import { nothingToSave, type Slices } from "@tandem/evm";
import {
  type AccountOverride,
  emptyAccount,
  Fault,
  padStart,
  type StateOverrides,
  toHex,
} from "@tandem/primitives";
import { overridesInSlice } from "../limits.js";
import type { JournaledState } from "./journaled-state.js";

/** Bytes of code whose hashing takes as long as setting an account or a slot. */
const codeBytesPerOverride = 512;

/**
 * Applies overrides in slices.
 * @returns a fault, `bad-request`, when an account has both `state` and `stateDiff`.
 */
export function* overrideSlices(
  state: JournaledState,
  overrides: StateOverrides,
): Slices<Fault | undefined> {
  let changes = 0;
  for (const [address, override] of overrides) {
    if (override.state !== undefined && override.stateDiff !== undefined) {
      const message = `account ${toHex(address)} has both 'state' and 'stateDiff'`;
      return new Fault({ code: "bad-request", message });
    }
    changes += 1 + Math.floor((override.code?.length ?? 0) / codeBytesPerOverride);
    if (changes >= overridesInSlice) {
      changes = 0;
      yield nothingToSave;
    }
    overrideAccount(state, address, override);
    for (const [slot, value] of override.state ?? override.stateDiff ?? []) {
      if (++changes >= overridesInSlice) {
        changes = 0;
        yield nothingToSave;
      }
      state.putSlot(address, padStart(slot, 32), value);
    }
  }
  // The overridden values count as stored ones: changing one back refunds nothing.
  state.forgetOriginals();
  return undefined;
}

function overrideAccount(state: JournaledState, address: Uint8Array, override: AccountOverride) {
  // Otherwise a state would have an empty account that was not there.
  if (Object.keys(override).length === 0) return;
  const account = state.account(address) ?? emptyAccount;
  state.putAccount(address, {
    nonce: override.nonce ?? account.nonce,
    balance: override.balance ?? account.balance,
    codeHash: account.codeHash,
  });
  if (override.code !== undefined) state.putCode(address, override.code);
  if (override.state !== undefined) state.clearStorage(address);
}
