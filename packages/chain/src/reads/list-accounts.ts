/** Lists a whole state: every account with its code and storage, in a fixed order. */

import {
  type Account,
  type Address,
  compare,
  Fault,
  type StateRoot,
  toHex,
} from "@tandem/primitives";
import { runYielding, sortSteps, yieldIfDue } from "@tandem/runtime";
import type { Executor } from "@tandem/state";
import { type Reader, table } from "@tandem/store";
import { verifyHashedFact } from "../rows/verify-fact.js";

export interface ListedAccount extends Pick<Account, "nonce" | "balance"> {
  readonly address: Address;
  readonly code: Uint8Array;
  /** Slots (32 bytes) with their values (without leading zeros), by slot. */
  readonly storage: readonly (readonly [Uint8Array, Uint8Array])[];
}

export interface ListContext {
  readonly store: Reader;
  readonly executor: Executor;
}

/**
 * Lists accounts by address. Yields to the event loop.
 * @throws {Fault} `bad-request` if the database lacks an address of the state: it was written by a
 * version that did not store them.
 */
export async function listAccounts(
  { store, executor }: ListContext,
  root: StateRoot,
): Promise<ListedAccount[]> {
  const nameOf = (hash: Uint8Array): Uint8Array => {
    const name = store.get(table.preimages, hash);
    if (name !== undefined) {
      const broken = verifyHashedFact(hash, name);
      if (broken === undefined) return name;
      throw store.damaged({ table: table.preimages.name, key: hash, rule: broken.rule });
    }
    const message = `the database does not know what ${toHex(hash)} is the hash of: it was begun by an older version; export the chain and import it into a new data directory`;
    throw new Fault({ code: "bad-request", message });
  };
  const byName = (a: readonly [Uint8Array, unknown], b: readonly [Uint8Array, unknown]) =>
    compare(a[0], b[0]);
  const listed: ListedAccount[] = [];
  for (const [addressHash, account] of executor.accounts(root)) {
    const storage: (readonly [Uint8Array, Uint8Array])[] = [];
    for (const [slotHash, value] of executor.slots(account.storageRoot)) {
      storage.push([nameOf(slotHash), value]);
      await yieldIfDue();
    }
    const { nonce, balance, codeHash } = account;
    const code = executor.code(codeHash);
    listed.push({
      address: nameOf(addressHash),
      nonce,
      balance,
      code,
      storage: await runYielding(sortSteps(storage, byName)),
    });
    await yieldIfDue();
  }
  return runYielding(sortSteps(listed, (a, b) => compare(a.address, b.address)));
}
