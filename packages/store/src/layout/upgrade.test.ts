import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { Fault } from "@tandem/primitives";
import { openStore } from "../store.js";
import * as table from "../tables/tables.js";
import { type Step, steps, upgradeLayout } from "./upgrade.js";

async function storeOf(t: TestContext, layout: bigint | undefined) {
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => store.close());
  const batch = store.batch();
  if (layout !== undefined) batch.put(table.schema, "only", layout);
  batch.put(table.chainName, "only", "old");
  await batch.commit();
  return store;
}

const renaming = (from: bigint): Step => ({
  from,
  about: "The name says how often it was changed.",
  run: async (store, batch) =>
    batch.put(table.chainName, "only", `${store.get(table.chainName, "only")}+`),
});

it("upgrades an older layout, step by step", async (t) => {
  const store = await storeOf(t, 1n);
  assert.equal(await upgradeLayout(store, { known: [1n, 2n, 3n].map(renaming), wanted: 4n }), 1n);
  assert.equal(store.get(table.schema, "only"), 4n);
  assert.equal(store.get(table.chainName, "only"), "old+++");
  assert.equal(
    await upgradeLayout(store, { known: [1n, 2n, 3n].map(renaming), wanted: 4n }),
    undefined,
  );
  assert.equal(store.get(table.chainName, "only"), "old+++");
});

it("continues where it was interrupted, and runs no step twice", async (t) => {
  const store = await storeOf(t, 1n);
  const failing: Step = { ...renaming(2n), run: () => Promise.reject(new Error("power cut")) };
  await assert.rejects(
    upgradeLayout(store, { known: [renaming(1n), failing], wanted: 3n }),
    /power cut/,
  );
  assert.equal(store.get(table.schema, "only"), 2n);
  await upgradeLayout(store, { known: [renaming(1n), renaming(2n)], wanted: 3n });
  assert.equal(store.get(table.chainName, "only"), "old++");
});

it("refuses a layout without an upgrade step, says what to do, and changes nothing", async (t) => {
  const store = await storeOf(t, 0n);
  await assert.rejects(
    upgradeLayout(store),
    (error) =>
      error instanceof Fault &&
      /layout 0.*export.*import.*another data directory/s.test(error.message),
  );
  assert.equal(store.get(table.schema, "only"), 0n);
});

it("does not change a new database or a newer layout", async (t) => {
  assert.equal(await upgradeLayout(await storeOf(t, undefined)), undefined);
  const newer = table.schemaNumber + 1n;
  const store = await storeOf(t, newer);
  assert.equal(await upgradeLayout(store), undefined);
  assert.equal(store.get(table.schema, "only"), newer);
});

it("has a step from every layout since the first", () => {
  const wanted = Array.from({ length: Number(table.schemaNumber) - 1 }, (_, i) => BigInt(i + 1));
  assert.deepEqual(
    steps.map(({ from }) => from),
    wanted,
  );
});
