/** Compares with the library's journal, over random transactions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StateManagerInterface } from "@ethereumjs/common";
import { createEVM } from "@ethereumjs/evm";
import { Account, Address } from "@ethereumjs/util";
import { evmCommon, hexDigits } from "@tandem/primitives";
import fc from "fast-check";
import { AccessJournal } from "./access-journal.js";

type Journal = Awaited<ReturnType<typeof createEVM>>["journal"];

/** 3 is RIPEMD-160, 4 another precompile. */
const addresses = [3, 4, 0x71, 0x72].map((last) => {
  const bytes = new Uint8Array(20);
  bytes[19] = last;
  return new Address(bytes);
});
const slots = [1, 2].map((last) => new Uint8Array(32).fill(last));

/** Creates the accounts that a journal accesses, and records which it deleted. */
function accounts() {
  let present = new Map<string, Account>();
  const marks: Map<string, Account>[] = [];
  const deleted: string[] = [];
  const state = {
    getAccount: async (address: Address) => present.get(address.toString()),
    putAccount: async (address: Address, account: Account) => {
      present.set(address.toString(), account);
    },
    deleteAccount: async (address: Address) => {
      deleted.push(address.toString());
      present.delete(address.toString());
    },
    checkpoint: async () => {
      marks.push(new Map(present));
    },
    commit: async () => {
      marks.pop();
    },
    revert: async () => {
      present = marks.pop() ?? present;
    },
  };
  return { state: state as unknown as StateManagerInterface, deleted, marks };
}

async function both() {
  const evm = await createEVM({ common: evmCommon(31, "osaka") });
  const [theirs, ours] = [accounts(), accounts()];
  const Stock = evm.journal.constructor as new (...given: unknown[]) => Journal;
  const stock = new Stock(theirs.state, evm.common);
  const journal = new AccessJournal(ours.state, evm.precompiles.keys());
  /** Begins a transaction like `runTx`. */
  const begin = () => {
    for (const key of evm.precompiles.keys()) stock.addAlwaysWarmAddress(key);
  };
  begin();
  return { pair: [stock, journal as unknown as Journal] as const, theirs, ours, begin };
}

const warmth = (journal: Journal) =>
  addresses.map(({ bytes }) => [
    journal.isWarmedAddress(bytes),
    ...slots.map((slot) => journal.isWarmedStorage(bytes, slot)),
  ]);

const step = fc.record({
  does: fc.constantFrom(
    ...(["warm", "slot", "always", "alwaysSlot", "touch", "delete"] as const),
    ...(["checkpoint", "checkpoint", "commit", "revert", "end"] as const),
  ),
  address: fc.constantFrom(...addresses),
  slot: fc.constantFrom(...slots),
  isEmpty: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(journal: Journal, { does, address, slot, isEmpty }: Step): Promise<void> {
  const account = new Account(0n, isEmpty ? 0n : 1n);
  if (does === "warm") journal.addWarmedAddress(address.bytes);
  if (does === "slot") journal.addWarmedStorage(address.bytes, slot);
  if (does === "always") journal.addAlwaysWarmAddress(address.toString(), true);
  if (does === "alwaysSlot") {
    journal.addAlwaysWarmSlot(hexDigits(address.bytes), hexDigits(slot), true);
  }
  if (does === "touch") await journal.putAccount(address, account);
  if (does === "delete") await journal.deleteAccount(address);
  if (does === "checkpoint") await journal.checkpoint();
  if (does === "commit") await journal.commit();
  if (does === "revert") await journal.revert();
}

test("is warm and touched as the library's is, through every checkpoint", async () => {
  const run = async (steps: Step[], isReporting: boolean) => {
    const { pair, theirs, ours, begin } = await both();
    if (isReporting) for (const journal of pair) journal.startReportingAccessList();
    for (const one of [...steps, { ...(steps[0] as Step), does: "end" as const }]) {
      const depth = ours.marks.length;
      if ((one.does === "commit" || one.does === "revert") && depth === 0) continue;
      for (const journal of pair) {
        await take(journal, one);
        if (one.does !== "end") continue;
        for (let open = depth; open > 0; open--) await journal.commit();
        await journal.cleanup();
      }
      if (one.does === "end") begin();
      assert.deepEqual(warmth(pair[1]), warmth(pair[0]));
      assert.deepEqual(pair[1].accessList, pair[0].accessList);
      assert.deepEqual(ours.deleted, theirs.deleted);
    }
  };
  const steps = fc.array(step, { minLength: 1, maxLength: 40 });
  await fc.assert(fc.asyncProperty(steps, fc.boolean(), run), { numRuns: 500 });
});

test("what is warm for the transaction stays so when a frame fails that warmed it before", async () => {
  const { pair } = await both();
  const [{ bytes }, slot] = [addresses[2] as Address, slots[0] as Uint8Array];
  for (const journal of pair) {
    await journal.checkpoint();
    journal.addWarmedStorage(bytes, slot);
    journal.addAlwaysWarmSlot(hexDigits(bytes), hexDigits(slot));
    await journal.revert();
    assert.ok(journal.isWarmedAddress(bytes));
    assert.ok(journal.isWarmedStorage(bytes, slot));
  }
});
