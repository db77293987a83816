import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import fc from "fast-check";
import { Level } from "level";
import { loadChecksum } from "./level-files/crc32c.js";
import { mendBit } from "./level-files/mend-bit.js";
import { salvageDatabase, salvagedRows } from "./salvage.js";

let root: string;
let directory: string;
const rows = new Map<string, string>();

/**
 * Opens and closes a database three times: rows of the first time are overwritten and deleted
 * later.
 */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "tandem-salvage-"));
  directory = join(root, "db");
  rows.clear();
  for (let life = 0; life < 3; life++) {
    const db = new Level<string, string>(directory, { blockSize: 1024 });
    for (let i = 0; i < 200; i++) {
      const key = `!bodies!${`${i + life * 50}`.padStart(4, "0")}`;
      const value = `${life} ${i} `.repeat(20 + (i % 7));
      rows.set(key, value);
      await db.put(key, value);
    }
    await db.del(`!bodies!000${life}`);
    rows.delete(`!bodies!000${life}`);
    await db.close();
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const named = (pattern: RegExp) => {
  const file = readdirSync(directory).find((name) => pattern.test(name));
  assert.ok(file !== undefined);
  return join(directory, file);
};

function change(path: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  edit(bytes);
  writeFileSync(path, bytes);
}

async function salvaged(): Promise<Map<string, string>> {
  const target = join(root, "salvaged");
  await salvageDatabase(directory, target);
  const db = new Level<string, string>(salvagedRows(target));
  const found = new Map(await db.iterator().all());
  await db.close();
  return found;
}

describe("the files of a database", () => {
  it("provide its newest rows", async () => {
    assert.deepEqual(await salvaged(), rows);
  });

  it("provide every row although a bit of a table or of the log has changed", async () => {
    for (const [path, at] of [
      [named(/\.ldb$/), 700],
      [named(/\.log$/), 500],
    ] as const) {
      change(path, (bytes) => bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at));
    }
    assert.deepEqual(await salvaged(), rows);
  });

  it("provide the rows beside a pipe", { skip: process.platform === "win32" }, async () => {
    const log = named(/\.log$/);
    rmSync(log);
    execFileSync("mkfifo", [log]);
    assert.ok((await salvaged()).size > 0);
  });

  it("provide the rows beside a lost page", async () => {
    const path = named(/\.ldb$/);
    change(path, (bytes) => bytes.fill(0, 2000, 2300));
    assert.ok((await salvaged()).size > rows.size / 2);
  });

  it("provide their rows without CURRENT, without a manifest, and without the index of a table", async () => {
    const table = named(/\.ldb$/);
    change(table, (bytes) => bytes.fill(0x5a, bytes.length - 60));
    rmSync(join(directory, "CURRENT"));
    rmSync(named(/^MANIFEST/));
    assert.deepEqual(await salvaged(), rows);
  });

  it("provide their rows if tables and logs have exchanged their names", async () => {
    const [log, table] = [named(/\.log$/), named(/\.ldb$/)];
    const [first, second] = [readFileSync(log), readFileSync(table)];
    writeFileSync(log, second);
    writeFileSync(table, first);
    assert.deepEqual(await salvaged(), rows);
  });
});

it("one changed bit of any block is found by its checksum, at any position", async () => {
  const checksum = await loadChecksum();
  const property = fc.property(
    fc.uint8Array({ minLength: 1, maxLength: 300 }),
    fc.nat(),
    (bytes, chosen) => {
      const changed = bytes.slice();
      const bit = chosen % (bytes.length * 8);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.deepEqual(mendBit(changed, checksum(bytes), checksum), bytes);
      const stored = (checksum(bytes) ^ (1 << (chosen % 32))) >>> 0;
      assert.deepEqual(mendBit(bytes, stored, checksum), bytes);
    },
  );
  fc.assert(property, { seed: 16, numRuns: 200 });
});
