/** Tests what a reader says of a database that was closed, as when it is opened again after its disk was full. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { Level } from "level";
import { createDamages } from "./damages.js";
import type { Database } from "./database/writable-database.js";
import { Prefixes, type Reader, readerOf } from "./reader.js";
import { loadRowDigest } from "./tables/row-digest.js";
import { canonical } from "./tables/tables.js";

const isClosed = (error: unknown) =>
  error instanceof Fault && error.data.code === "no-space" && /closed.*repeat/.test(error.message);

const range = { from: 0, to: 9, limit: 10 };

/** Asserts that every read is refused because the database is closed. */
async function assertRefused(reader: Reader): Promise<void> {
  assert.throws(() => reader.get(canonical, 1), isClosed);
  assert.throws(() => reader.has(canonical, 1), isClosed);
  await assert.rejects(reader.keys(canonical, range), isClosed);
  await assert.rejects(reader.entries(canonical, range), isClosed);
  await assert.rejects(reader.entriesOfEach(canonical, [range], 10), isClosed);
}

test("a read while the database is opened again is refused, and no row counts as damaged", async (t) => {
  await loadRowDigest();
  const directory = mkdtempSync(join(tmpdir(), "tandem-store-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const db: Database = new Level(directory, { keyEncoding: "view", valueEncoding: "view" });
  await db.open();
  t.after(() => db.close());
  const damages = createDamages();
  const source = { db, prefixes: new Prefixes(db), damages };
  const reader = readerOf(source, undefined);
  const before = readerOf(source, db.snapshot());
  assert.equal(reader.get(canonical, 1), undefined);
  const closing = db.close();
  assert.throws(() => reader.get(canonical, 1), isClosed);
  await closing;
  await assertRefused(reader);
  await db.open();
  await assertRefused(before);
  assert.equal(reader.get(canonical, 1), undefined);
  assert.equal(damages.first(), undefined);
});
