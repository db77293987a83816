import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { isEqual } from "@tandem/primitives";
import { storeLimits } from "../limits.js";
import type { Reader } from "../reader.js";
import { openStore, type Store } from "../store.js";
import { rawRows } from "../tables/table.js";
import * as table from "../tables/tables.js";
import { readFormerNames, renamedTables } from "./renamed-tables.js";
import { upgradeLayout } from "./upgrade.js";

const rowCount = storeLimits.upgradeBatchRows + 1;
const highest = new Uint8Array(64).fill(0xff);
const hash = (n: number) => {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32BE(n);
  return new Uint8Array(bytes);
};

/** Creates a database of layout 4, with more transactions than a batch of the upgrade has. */
async function formerStore(t: TestContext): Promise<Store> {
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => store.close());
  const batch = store.batch();
  batch.put(table.schema, "only", 4n);
  for (let n = 0; n < rowCount; n++) {
    const location = { blockHash: hash(n + 1), index: n };
    batch.put({ ...table.transactionLookup, name: "locations" }, hash(n), location);
  }
  batch.put({ ...table.totalDifficulties, name: "weights" }, hash(1), 17n);
  batch.put({ ...table.blocksByHeight, name: "siblings" }, { height: 1, hash: hash(1) }, true);
  batch.put({ ...table.devSettings, name: "dials" }, "only", "{}");
  await batch.commit();
  return store;
}

async function assertComplete(store: Reader): Promise<void> {
  const range = { from: hash(0), to: highest, limit: rowCount + 1 };
  const rows = await store.entries(rawRows(table.transactionLookup), range);
  assert.equal(rows.length, rowCount);
  for (const [n, [key, value]] of rows.entries()) {
    assert.ok(isEqual(key, hash(n)) && isEqual(value.subarray(0, 32), hash(n + 1)), `row ${n}`);
  }
  assert.deepEqual(store.get(table.transactionLookup, hash(7)), { blockHash: hash(8), index: 7 });
  assert.equal(store.get(table.totalDifficulties, hash(1)), 17n);
  assert.ok(store.has(table.blocksByHeight, { height: 1, hash: hash(1) }));
  const heights = { from: { height: 0, hash: hash(0) }, to: { height: 9, hash: hash(0) } };
  assert.equal((await store.keys(table.blocksByHeight, { ...heights, limit: 9 })).length, 1);
  const [found] = await store.entriesOfEach(table.blocksByHeight, [heights], 9);
  assert.equal(found?.length, 1);
  assert.equal(store.get(table.devSettings, "only"), "{}");
}

async function assertNothingLeft(store: Store): Promise<void> {
  for (const [name, of] of renamedTables) {
    const former = { ...rawRows(of), name };
    const range = { from: new Uint8Array(0), to: highest, limit: 1 };
    assert.deepEqual(await store.keys(former, range), [], name);
  }
}

/** Fails after some batches, like a process that is killed. */
function interrupted(store: Store, commits: number): Store {
  let left = commits;
  const batch = () => {
    const made = store.batch();
    const commit = () => (left-- > 0 ? made.commit() : Promise.reject(new Error("killed")));
    return { ...made, commit };
  };
  return { ...store, batch };
}

it("rows of renamed tables are moved, at whichever batch an upgrade was interrupted", async (t) => {
  let commits = 0;
  for (; ; commits++) {
    const store = await formerStore(t);
    const error = await upgradeLayout(interrupted(store, commits), { wanted: 6n }).then(
      () => undefined,
      (cause) => cause,
    );
    await assertComplete(readFormerNames(store));
    if (error === undefined) break;
    assert.match(String(error), /killed/);
    if (commits > 0) assert.equal(store.get(table.schema, "only"), 5n, "older versions refuse it");
    await upgradeLayout(store);
    await assertComplete(store);
    await assertNothingLeft(store);
  }
  // The number 5, two batches of transactions, one for each of the others, the number 6.
  assert.equal(commits, 7);
});

it("a database of the present layout is read unchanged", async (t) => {
  const store = await formerStore(t);
  const told: [moved: number, total: number][] = [];
  await upgradeLayout(store, { tell: (...rows) => told.push(rows) });
  assert.equal(readFormerNames(store), store);
  const total = rowCount + renamedTables.size - 1;
  assert.deepEqual(told.at(-1), [total, total]);
  assert.ok(told.length > renamedTables.size, "a batch at a time");
});

it("an upgrade ends after a batch once the node leaves, and the next one continues", async (t) => {
  const store = await formerStore(t);
  const leaving = new AbortController();
  const told: [moved: number, total: number][] = [];
  const tell = (moved: number, total: number) => {
    told.push([moved, total]);
    leaving.abort();
  };
  const upgrading = upgradeLayout(store, { tell, leaving: leaving.signal });
  await assert.rejects(upgrading, { name: "AbortError" });
  assert.equal(told.length, 1);
  await upgradeLayout(store);
  await assertComplete(store);
  await assertNothingLeft(store);
});
