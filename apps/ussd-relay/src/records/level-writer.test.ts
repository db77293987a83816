/** Tests records on disk whose writes fail, as on a full disk. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { relayLimits } from "../limits.js";
import { levelRecords } from "./level-records.js";
import { openLevel } from "./open-level.js";
import { RecordsAway } from "./records.js";

/** Returns records with one row, and a database that refuses every write from now on. */
async function refusing(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "tandem-writer-"));
  const db = await openLevel(directory);
  const records = await levelRecords(db, { wall: () => 0, stopwatch: () => 0 });
  t.after(async () => {
    await records.close();
    rmSync(directory, { recursive: true });
  });
  const write = (value: string) => records.write([{ table: "users", id: "a", value }]);
  await write("old");
  const batch = t.mock.method(db, "batch", () => Promise.reject(new Error("no space left")));
  await assert.rejects(write("new"), RecordsAway);
  return { db, records, batch };
}

it("reads that wait for a failed write to be undone open the database once for all", async (t) => {
  const { db, records, batch } = await refusing(t);
  let openings = 0;
  db.on("open", () => {
    openings += 1;
  });
  const read = () =>
    Promise.allSettled(Array.from({ length: 20 }, () => records.get("users", "a")));
  for (const one of await read())
    assert.ok(one.status === "rejected" && one.reason instanceof RecordsAway);
  assert.equal(openings, 1);
  await assert.rejects(records.list("users"), RecordsAway);
  batch.mock.restore();
  for (const one of await read()) assert.deepEqual(one, { status: "fulfilled", value: "old" });
  assert.equal(openings, 3);
});

it("a write comes after an opening although the rows of a failed one could not be read", async (t) => {
  const { db, records, batch } = await refusing(t);
  batch.mock.restore();
  assert.equal(await records.get("users", "a"), "old");
  t.mock.method(db, "batch", () => Promise.reject(new Error("input/output error")), { times: 1 });
  const failing = () => {
    throw new Error("input/output error");
  };
  t.mock.method(db, "getSync", failing, { times: 1 });
  const write = () => records.write([{ table: "users", id: "a", value: "new" }]);
  await assert.rejects(write());
  let openings = 0;
  db.on("open", () => {
    openings += 1;
  });
  await write();
  assert.equal(openings, 1);
  assert.equal(await records.get("users", "a"), "new");
});

it("writes that wait together are synced if one of them has to survive a power failure", async (t) => {
  const { db, records, batch } = await refusing(t);
  batch.mock.restore();
  assert.equal(await records.get("users", "a"), "old");
  const synced: (boolean | undefined)[] = [];
  const write = db.batch.bind(db) as (operations: [], options: { sync?: boolean }) => Promise<void>;
  t.mock.method(db, "batch", (operations: [], options: { sync?: boolean }) => {
    synced.push(options.sync);
    return write(operations, options);
  });
  const answer = { table: "answers", id: "a", value: "1", ttlMs: 60_000 };
  await records.write([answer]);
  await Promise.all([
    records.write([answer]),
    records.write([{ table: "users", id: "a", value: "new" }]),
    records.write([answer]),
  ]);
  await records.useOnce("signature", 60_000);
  assert.deepEqual(synced, [false, true, true]);
});

it("rows that have expired are removed from disk once a minute, and claims from memory", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-writer-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const db = await openLevel(directory);
  const clock = { time: 0 };
  t.mock.timers.enable({ apis: ["setInterval"] });
  const records = await levelRecords(db, { wall: () => 0, stopwatch: () => clock.time });
  const kept = { table: "answers", id: "kept", value: "1", ttlMs: 100 };
  const many = Array.from({ length: relayLimits.sweepRows + 1 }, (_, i) => ({
    table: "answers",
    id: `${i}`,
    value: "2",
    ttlMs: 10,
  }));
  await records.write([...many, { ...kept, ttlMs: 10 }]);
  await records.write([kept, { table: "users", id: "a", value: "3" }]);
  for (let i = 0; i < relayLimits.claimsMax; i++)
    void records.claim({ id: `${i}`, token: "a" }, 10);
  const another = { id: "another", token: "a" };
  clock.time = 11;
  assert.equal(await records.claim(another, 10), false);
  t.mock.timers.tick(relayLimits.recordSweepMs);
  assert.equal(await records.claim(another, 10), true);
  // A sweep writes a batch at a time.
  await records.write([{ table: "users", id: "b", value: "4" }]);
  await records.write([{ table: "users", id: "b", value: "4" }]);
  assert.equal((await db.keys().all()).filter((key) => /answers/.test(key)).length, 2);
  assert.deepEqual(
    [await records.list("answers"), await records.list("users")],
    [["1"], ["3", "4"]],
  );
  await records.close();
});

it("nothing opens the database again after the end", async (t) => {
  const { db, records } = await refusing(t);
  await records.close();
  await assert.rejects(records.get("users", "a"), RecordsAway);
  await assert.rejects(records.write([{ table: "users", id: "a", value: "new" }]), RecordsAway);
  assert.equal(db.status, "closed");
});
