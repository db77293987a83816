import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Fault, formerSpecs, mainSpec, testSpec } from "@tandem/primitives";
import { checkIdentity, recordedSpec, writeIdentity } from "./layout/identity.js";
import { openStore, type Store } from "./store.js";
import * as table from "./tables/tables.js";

const hash = (n: number) => new Uint8Array(32).fill(n);

for (const place of ["on the disk", "in memory"]) {
  describe(`store ${place}`, () => storeTests(place === "in memory"));
}

function storeTests(isInMemory: boolean): void {
  let directory: string;
  let store: Store;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "tandem-store-"));
    store = await openStore({ directory: isInMemory ? undefined : directory, isDurable: true });
  });
  after(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it("reads committed batches, and nothing before", async () => {
    const batch = store.batch();
    batch.put(table.canonical, 7, hash(1));
    batch.put(table.transactionLookup, hash(2), { blockHash: hash(1), index: 300 });
    assert.equal(store.get(table.canonical, 7), undefined);
    await batch.commit();
    assert.deepEqual(store.get(table.canonical, 7), hash(1));
    assert.deepEqual(store.get(table.transactionLookup, hash(2)), {
      blockHash: hash(1),
      index: 300,
    });
  });

  it("separates tables with the same key", async () => {
    const batch = store.batch();
    batch.put(table.nodes, hash(3), Uint8Array.of(1));
    batch.put(table.code, hash(3), Uint8Array.of(2));
    await batch.commit();
    assert.deepEqual(store.get(table.nodes, hash(3)), Uint8Array.of(1));
    assert.deepEqual(store.get(table.code, hash(3)), Uint8Array.of(2));
    assert.equal(store.has(table.receipts, hash(3)), false);
  });

  it("lists a range of heights in order, within its table and limit", async () => {
    const batch = store.batch();
    for (const height of [300, 2, 65_536, 255, 256]) batch.put(table.canonical, height, hash(9));
    await batch.commit();
    const all = await store.keys(table.canonical, { from: 0, to: 2 ** 40, limit: 100 });
    assert.deepEqual(all, [2, 7, 255, 256, 300, 65_536]);
    const some = await store.keys(table.canonical, { from: 255, to: 300, limit: 2 });
    assert.deepEqual(some, [255, 256]);
  });

  it("lists several ranges, each up to the limit", async () => {
    const ranges = [0, 250, 298, 301, 70_000].map((from) => ({ from, to: from + 10 }));
    assert.deepEqual(await store.entriesOfEach(table.canonical, ranges, 1), [
      [[2, hash(9)]],
      [[255, hash(9)]],
      [[300, hash(9)]],
      [],
      [],
    ]);
    const [some] = await store.entriesOfEach(table.canonical, [{ from: 255, to: 65_536 }], 3);
    assert.deepEqual(
      some?.map(([height]) => height),
      [255, 256, 300],
    );
    assert.deepEqual(await store.entriesOfEach(table.canonical, [], 3), []);
  });

  it("does not show later writes in a snapshot", async () => {
    const snapshot = store.snapshot();
    const batch = store.batch();
    batch.put(table.canonical, 8, hash(8));
    batch.delete(table.canonical, 7);
    await batch.commit();
    assert.deepEqual(snapshot.get(table.canonical, 7), hash(1));
    assert.equal(snapshot.get(table.canonical, 8), undefined);
    assert.equal(store.get(table.canonical, 7), undefined);
    await snapshot.close();
  });

  it("lists the keys and values of a snapshot, whatever was written since", async () => {
    const snapshot = store.snapshot();
    const batch = store.batch();
    batch.put(table.canonical, 1000, hash(10));
    await batch.commit();
    const range = { from: 300, to: 2 ** 40, limit: 100 };
    assert.deepEqual(await snapshot.entries(table.canonical, range), [
      [300, hash(9)],
      [65_536, hash(9)],
    ]);
    assert.equal((await store.keys(table.canonical, range)).length, 3);
    await snapshot.close();
  });

  it("refuses a directory that another store has open, and says what to do", async () => {
    if (isInMemory) return;
    await assert.rejects(
      openStore({ directory, isDurable: false }),
      (error) => error instanceof Fault && /in use by another process/.test(error.message),
    );
  });
}

describe("identity", () => {
  it("refuses another chain and a newer layout with instructions", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-identity-"));
    const store = await openStore({ directory, isDurable: false });
    const identity = { spec: testSpec, genesisHash: hash(1) };
    assert.equal(checkIdentity(store, identity), false);
    const batch = store.batch();
    writeIdentity(batch, identity);
    await batch.commit();
    assert.equal(checkIdentity(store, identity), true);
    const refused = /holds the chain "test" \(id 31.*another data directory/s;
    const others = [
      { ...identity, genesisHash: hash(2) },
      { ...identity, spec: mainSpec },
      { ...identity, spec: { ...testSpec, chainId: 32 } },
      { ...identity, spec: { ...testSpec, minimumDifficulty: 2n } },
      { ...identity, spec: { ...testSpec, forks: { ...testSpec.forks, prague: 9 } } },
    ];
    for (const other of others) assert.throws(() => checkIdentity(store, other), refused);
    assert.equal(checkIdentity(store, { ...identity, spec: { ...testSpec, name: "lab" } }), true);
    const newer = store.batch();
    newer.put(table.schema, "only", table.schemaNumber + 1n);
    await newer.commit();
    assert.throws(() => checkIdentity(store, identity), /run the newer version/);
    const lost = store.batch();
    lost.delete(table.schema, "only");
    await lost.commit();
    assert.throws(
      () => checkIdentity(store, identity),
      /the row only in the table "schema" is damaged .*row\/missing.*tandem repair/,
    );
    await store.close();
    await rm(directory, { recursive: true });
  });

  it("recognizes a database of an earlier version's chain by its rules", async () => {
    const directory = await mkdtemp(join(tmpdir(), "tandem-former-"));
    const store = await openStore({ directory, isDurable: false });
    const forms = [testSpec, ...formerSpecs(testSpec)] as const;
    assert.equal(recordedSpec(store, forms), testSpec, "a new chain has today's rules");
    const [, beforeOsaka] = forms;
    assert.ok(beforeOsaka);
    assert.equal(beforeOsaka.forks.osaka, undefined);
    const batch = store.batch();
    writeIdentity(batch, { spec: beforeOsaka, genesisHash: hash(1) });
    await batch.commit();
    assert.equal(recordedSpec(store, forms), beforeOsaka);
    assert.equal(checkIdentity(store, { spec: beforeOsaka, genesisHash: hash(1) }), true);
    assert.equal(recordedSpec(store, [mainSpec]), mainSpec, "which is then refused");
    await store.close();
    await rm(directory, { recursive: true });
  });

  it("gives every table its own name", () => {
    const names = table.tables.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});
