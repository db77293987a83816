import assert from "node:assert/strict";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { setImmediate as afterPolling } from "node:timers/promises";
import { Level } from "level";
import { openLevel, tighten, UnusableStore } from "./open-level.js";

/** Returns a directory with a closed database, which is removed after the test. */
async function closedDatabase(t: TestContext): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "tandem-level-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const db = await openLevel(directory);
  await db.put("sent", "1");
  await db.close();
  return directory;
}

it("a database without CURRENT is refused, and none of its files is deleted", async (t) => {
  const directory = await closedDatabase(t);
  rmSync(join(directory, "CURRENT"));
  const names = readdirSync(directory);
  const open = t.mock.method(Level.prototype, "open");
  await assert.rejects(openLevel(directory), UnusableStore);
  await afterPolling();
  assert.equal(open.mock.callCount(), 0, "LevelDB would create another and delete these files");
  assert.deepEqual(readdirSync(directory), names);
});

it("a directory in which only the marker is left is refused", async (t) => {
  const directory = await closedDatabase(t);
  for (const name of readdirSync(directory)) if (name !== "RELAY") rmSync(join(directory, name));
  await assert.rejects(openLevel(directory), /CURRENT is missing/);
});

/** Returns the path of the log of a closed database, which has its newest rows. */
function logIn(directory: string): string {
  const name = readdirSync(directory).find((one) => one.endsWith(".log"));
  return join(directory, name ?? "no log");
}

it("a database with a damaged or missing log is refused, since LevelDB opens it without its rows", async (t) => {
  const directory = await closedDatabase(t);
  const log = logIn(directory);
  const bytes = readFileSync(log);
  const last = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  writeFileSync(log, bytes);
  const names = readdirSync(directory);
  await assert.rejects(
    openLevel(directory),
    /its file \d+\.log is damaged or missing, restore a copy$/,
  );
  assert.deepEqual([readFileSync(log), readdirSync(directory)], [bytes, names], "nothing changed");
  rmSync(log);
  await assert.rejects(openLevel(directory), /its log is missing, restore a copy$/);
});

it("a log that ends within a record, as after kill -9, is opened", async (t) => {
  const directory = await closedDatabase(t);
  const log = logIn(directory);
  truncateSync(log, statSync(log).size - 1);
  const db = await openLevel(directory);
  assert.equal(await db.get("sent"), undefined);
  await db.close();
});

it("a whole database is opened where temporary files have no place, as in a container that is read-only", async (t) => {
  const directory = await closedDatabase(t);
  const { TMPDIR } = process.env;
  t.after(() => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  });
  process.env["TMPDIR"] = join(directory, "missing");
  const db = await openLevel(directory);
  assert.equal(await db.get("sent"), "1");
  await db.close();
});

it("the directory and its files belong to their owner, including those of an older version", async (t) => {
  const directory = await closedDatabase(t);
  chmodSync(directory, 0o755);
  for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644);
  const db = await openLevel(directory);
  assert.equal(await db.get("sent"), "1");
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  for (const name of readdirSync(directory)) {
    assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600, name);
  }
  await db.close();
});

it("a file that the database deleted meanwhile is skipped, and those after it are restricted", async (t) => {
  const directory = await closedDatabase(t);
  const current = join(directory, "CURRENT");
  chmodSync(current, 0o644);
  tighten(directory, ["000099.ldb", "CURRENT"]);
  assert.equal(statSync(current).mode & 0o777, 0o600);
});
