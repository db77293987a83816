import assert from "node:assert/strict";
import { it } from "node:test";
import { type BlockHash, keccak256, type SignedTransaction, testSpec } from "@tandem/primitives";
import { openStore, type Store, table } from "@tandem/store";
import type { SnapshotRecord } from "./snapshot-record.js";
import { openSnapshots, type Snapshots } from "./snapshots.js";

const headHash = keccak256(Uint8Array.of(1)) as BlockHash;

/** Returns a snapshot whose pool has as many bytes. */
const recordOf = (bytes: number): SnapshotRecord => ({
  headHash,
  editedRoot: undefined,
  clockMs: 0,
  devSettings: {
    offsetMs: 0,
    nextTimestamp: undefined,
    timestampInterval: undefined,
    isAutomine: true,
    intervalMs: 0,
    nextMinimumGasPrice: undefined,
    requestedGasLimit: undefined,
    nextPrevRandao: undefined,
    gasLimitTarget: 0n,
    minimumGasPriceTarget: 0n,
    coinbase: new Uint8Array(20),
  },
  pool: [{ raw: new Uint8Array(bytes), sender: new Uint8Array(20) } as SignedTransaction],
});

const addOne = async (store: Store, snapshots: Snapshots, bytes: number) => {
  const batch = store.batch();
  const { settle } = await snapshots.add(batch, recordOf(bytes));
  await batch.commit();
  settle();
};

it("reads no rows of snapshots at a start, except those of an older layout", async () => {
  const store: Store = await openStore({ directory: undefined, isDurable: false });
  const snapshots = await openSnapshots(store, testSpec);
  for (let i = 0; i < 3; i++) await addOne(store, snapshots, 1000);
  const older = store.batch();
  older.delete(table.snapshotFacts, 2);
  await older.commit();
  const read: unknown[] = [];
  const get: Store["get"] = (where, key) => {
    if (where.name === table.snapshots.name) read.push(key);
    return store.get(where, key);
  };
  const opened = await openSnapshots({ ...store, get }, testSpec);
  assert.deepEqual(read, [0, 2]);
  assert.deepEqual(opened.list(), snapshots.list());
  await store.close();
});

it("forgets the oldest snapshots past the bytes of all of them, also after a restart", async () => {
  const store: Store = await openStore({ directory: undefined, isDurable: false });
  const limits = { snapshotsMax: 100, snapshotsBytesMax: 100_000 };
  const open = () => openSnapshots(store, testSpec, limits);
  let snapshots = await open();
  const add = async (bytes: number) => {
    await addOne(store, snapshots, bytes);
    return snapshots.list().map(({ number }) => number);
  };
  for (let i = 0; i < 3; i++) await add(30_000);
  assert.deepEqual(await add(30_000), [2, 3, 4]);
  snapshots = await open();
  assert.deepEqual(
    snapshots.list().map(({ number }) => number),
    [2, 3, 4],
  );
  assert.deepEqual(await add(1), [2, 3, 4, 5], "small ones remain beside it");
  assert.deepEqual(await add(60_000), [4, 5, 6]);
  assert.deepEqual(snapshots.list()[0], { number: 4, head: headHash });
  const batch = store.batch();
  const { settle } = snapshots.forgetFrom(batch, 6);
  await batch.commit();
  settle();
  assert.deepEqual(await add(60_000), [4, 5, 7], "what is forgotten weighs nothing");
  await store.close();
});
