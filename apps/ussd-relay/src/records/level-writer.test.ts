/** Tests records on disk whose writes fail, as on a full disk. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { levelRecords } from "./level-records.js";
import { openLevel } from "./open-level.js";
import { RecordsAway } from "./records.js";

/** Returns records with one row, and a database that refuses every write from now on. */
async function refusing(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "tandem-writer-"));
  const db = await openLevel(directory);
  const records = await levelRecords(db, () => 0);
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
  batch.mock.restore();
  for (const one of await read()) assert.deepEqual(one, { status: "fulfilled", value: "old" });
  assert.equal(openings, 2);
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

it("nothing opens the database again after the end", async (t) => {
  const { db, records } = await refusing(t);
  await records.close();
  await assert.rejects(records.get("users", "a"), RecordsAway);
  await assert.rejects(records.write([{ table: "users", id: "a", value: "new" }]), RecordsAway);
  assert.equal(db.status, "closed");
});
