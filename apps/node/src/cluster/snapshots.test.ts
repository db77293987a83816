import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { openChain } from "@tandem/chain";
import { Fault, testSpec } from "@tandem/primitives";
import { encodePosition, type SnapshotName } from "@tandem/replication";
import { silentLogger } from "@tandem/runtime";
import { openStore, type Store, table } from "@tandem/store";
import {
  dumpOf,
  positionIn,
  type RestoreParts,
  restoreFromSnapshot,
  snapshotLayout,
} from "./snapshots.js";

const position = { identity: "log", sequence: 7, id: "an id" };

/** Writes a chain of its genesis block only. */
async function writeChain(store: Store): Promise<void> {
  const chain = await openChain({
    spec: testSpec,
    store,
    logger: silentLogger,
    clock: { now: () => 0 },
    steadyClock: { now: () => 0 },
    settings: {
      coinbase: new Uint8Array(20),
      gasLimitTarget: 1n,
      minimumGasPriceTarget: 1n,
      extraData: new Uint8Array(0),
    },
    mining: {
      mode: "manual",
      intervalMs: 1,
      createSealer: () => () => Promise.reject(new Error("it mines nothing")),
    },
  });
  await chain.stop();
}

/** Opens a database with a chain that is at the position. @param directory undefined for one in memory. */
async function openSource(directory?: string): Promise<Store> {
  const source = await openStore({ directory, isDurable: false });
  await writeChain(source);
  const batch = source.batch();
  batch.put(table.logPosition, "only", encodePosition(position));
  await batch.commit();
  return source;
}

/** A log that does not reach a database that lacks the block of this name. */
const cutLog = {
  bounds: async () => ({ identity: "log", first: 5, last: 9 }),
  idAt: async () => `9:0x${"99".repeat(32)}`,
};

it("a replacement of a database that is interrupted is completed by the next start", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-restore-"));
  const source = await openSource();
  const store = await openStore({ directory, isDurable: false });
  t.after(async () => {
    await Promise.all([source.close(), store.close()]);
    await rm(directory, { recursive: true });
  });
  await writeChain(store);
  const leaving = new AbortController();
  const { pieces } = dumpOf(source, leaving.signal);
  const names: SnapshotName[] = [{ ...position, layout: snapshotLayout }];
  const snapshots = { list: async () => names, read: () => pieces };
  // The node leaves when the first rows of its own database are deleted.
  const left = () => {
    leaving.abort();
    return store.batch();
  };
  const parts = { snapshots, logger: silentLogger, directory, differences: async () => [] };
  const interrupted = restoreFromSnapshot(
    { ...parts, log: cutLog, leaving: leaving.signal },
    { ...store, batch: left },
  );
  await assert.rejects(interrupted, { name: "AbortError" });
  assert.equal(positionIn(store), undefined);
  names.pop();
  const reachedLog = { ...cutLog, idAt: async () => position.id };
  const { signal } = new AbortController();
  await restoreFromSnapshot({ ...parts, log: reachedLog, leaving: signal }, store);
  assert.deepEqual(positionIn(store), position);
});

it("a replacement of a database whose disk is full is completed by a start with more space", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-restore-"));
  const source = await openSource();
  const store = await openStore({ directory, isDurable: false });
  t.after(async () => {
    await Promise.all([source.close(), store.close()]);
    await rm(directory, { recursive: true });
  });
  await writeChain(store);
  const { signal: leaving } = new AbortController();
  const { pieces } = dumpOf(source, leaving);
  const names: SnapshotName[] = [{ ...position, layout: snapshotLayout }];
  const snapshots = { list: async () => names, read: () => pieces };
  const parts = { snapshots, logger: silentLogger, directory, differences: async () => [] };
  let left = 0;
  const isFull = (error: unknown) => error instanceof Fault && error.data.code === "no-space";
  const full: Store = {
    ...store,
    batch() {
      const batch = store.batch();
      const commit = async () => {
        if (left-- <= 0) throw new Fault({ code: "no-space", message: "the disk is full" });
        await batch.commit();
      };
      return { ...batch, commit };
    },
  };
  // The disk is full when the first rows are deleted, and after they were; and again at the next start.
  const restore = (into: Store) => restoreFromSnapshot({ ...parts, log: cutLog, leaving }, into);
  left = 1;
  await assert.rejects(restore(full), isFull);
  assert.equal(positionIn(store), undefined);
  names.pop();
  left = 0;
  await assert.rejects(restore(full), isFull);
  await restoreFromSnapshot(
    { ...parts, log: { ...cutLog, idAt: async () => position.id }, leaving },
    store,
  );
  assert.deepEqual(positionIn(store), position);
});

it("a snapshot with another position in the log than its name has is not used", async (t) => {
  const { signal: leaving } = new AbortController();
  const source = await openSource();
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => Promise.all([source.close(), store.close()]));
  const log = { ...cutLog, idAt: async () => position.id };
  const restoreNamed = (sequence: number) => {
    const { pieces } = dumpOf(source, leaving);
    const names = [{ ...position, sequence, layout: snapshotLayout }];
    const snapshots = { list: async () => names, read: () => pieces };
    const parts = { log, snapshots, logger: silentLogger, directory: undefined, leaving };
    return restoreFromSnapshot({ ...parts, differences: async () => [] }, store);
  };
  await restoreNamed(position.sequence + 1);
  assert.equal(positionIn(store), undefined);
  await restoreNamed(position.sequence);
  assert.deepEqual(positionIn(store), position);
});

it("a dump that nobody reads to its end releases the rows of the database", async (t) => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-dump-"));
  const source = await openSource(directory);
  t.after(async () => {
    await source.close();
    await rm(directory, { recursive: true });
  });
  let held = 0;
  const snapshot = () => {
    const taken = source.snapshot();
    held++;
    return { ...taken, close: () => taken.close().then(() => void held--) };
  };
  const { signal } = new AbortController();
  const { pieces, close } = dumpOf({ ...source, snapshot }, signal);
  const reading = pieces[Symbol.asyncIterator]();
  await reading.next();
  await close();
  await assert.rejects(reading.next(), { code: "ERR_STREAM_PREMATURE_CLOSE" });
  assert.equal(held, 0);
});

it("a new database is refused by a log whose beginning is gone while there is no snapshot", async (t) => {
  const store = await openStore({ directory: undefined, isDurable: false });
  t.after(() => store.close());
  const snapshots = { list: async () => [], read: () => assert.fail("there is none") };
  const leaving = new AbortController().signal;
  const place = { directory: undefined, differences: async () => [], leaving };
  const restore = (log: RestoreParts["log"]) =>
    restoreFromSnapshot({ log, snapshots, logger: silentLogger, ...place }, store);
  const message =
    "the log begins at 5, after the blocks of this node: it needs a snapshot, and none can be used";
  await assert.rejects(restore(cutLog), { constructor: Fault, message });
  await restore({ ...cutLog, idAt: async () => "epoch:1:x" });
  await restore({ ...cutLog, bounds: async () => ({ identity: "log", first: 1, last: 9 }) });
});
