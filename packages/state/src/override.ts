/** Accounts as a caller wants them to look for one call. */

import {
  type AccountOverride,
  Fault,
  padStart,
  type StateOverrides,
  toHex,
} from "@tandem/primitives";
import { emptyAccount } from "./account-record.js";
import type { JournaledState } from "./journaled-state.js";

/** A fault, `bad-request`, when an account has both `state` and `stateDiff`. */
export function applyOverrides(
  state: JournaledState,
  overrides: StateOverrides,
): Fault | undefined {
  for (const [address, override] of overrides) {
    if (override.state !== undefined && override.stateDiff !== undefined) {
      const message = `account ${toHex(address)} has both 'state' and 'stateDiff'`;
      return new Fault({ code: "bad-request", message });
    }
    applyOverride(state, address, override);
  }
  // An overridden slot is as good as stored: changing it back refunds nothing.
  state.forgetOriginals();
  return undefined;
}

function applyOverride(state: JournaledState, address: Uint8Array, override: AccountOverride) {
  const account = state.account(address) ?? emptyAccount;
  state.putAccount(address, {
    nonce: override.nonce ?? account.nonce,
    balance: override.balance ?? account.balance,
    codeHash: account.codeHash,
  });
  if (override.code !== undefined) state.putCode(address, override.code);
  if (override.state !== undefined) state.clearStorage(address);
  for (const [slot, value] of override.state ?? override.stateDiff ?? []) {
    state.putSlot(address, padStart(slot, 32), value);
  }
}
