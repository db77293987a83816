import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, it } from "node:test";
import { openLevel, tighten, UnusableStore } from "./open-level.js";

let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "tandem-level-"));
  const db = await openLevel(directory);
  await db.put("sent", "1");
  await db.close();
});
afterEach(() => rmSync(directory, { recursive: true }));

it("a database whose CURRENT is missing is refused, and none of its files is deleted", async () => {
  rmSync(join(directory, "CURRENT"));
  const names = readdirSync(directory);
  await assert.rejects(openLevel(directory), UnusableStore);
  assert.deepEqual(readdirSync(directory), names);
});

it("a directory whose files are gone but for the marker is refused", async () => {
  for (const name of readdirSync(directory)) if (name !== "RELAY") rmSync(join(directory, name));
  await assert.rejects(openLevel(directory), /CURRENT is missing/);
});

it("the directory and its files are their owner's, those of an older version too", async () => {
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

it("a file that the database deleted meanwhile is passed over, and those after it are restricted", () => {
  const current = join(directory, "CURRENT");
  chmodSync(current, 0o644);
  tighten(directory, ["000099.ldb", "CURRENT"]);
  assert.equal(statSync(current).mode & 0o777, 0o600);
});
