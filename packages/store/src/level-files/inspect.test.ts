import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Level } from "level";
import { loadChecksum } from "./crc32c.js";
import { inspectLevelFiles } from "./inspect.js";

const isWindows = process.platform === "win32";
let directory: string;

/** Creates a database with some table files and a write-ahead log of several blocks. */
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "tandem-files-"));
  for (let life = 0; life < 3; life++) {
    const db = new Level<string, string>(directory);
    const bodies = db.sublevel("bodies", {});
    for (let row = 0; row < 300; row++) {
      const value = `${row} `.repeat(100);
      await bodies.put(`${life} ${`${row}`.padStart(4, "0")}`, value);
    }
    await db.close();
  }
});
afterEach(() => rmSync(directory, { recursive: true }));

const inspect = () => inspectLevelFiles(directory, Number.POSITIVE_INFINITY);
it("ends after a file once the node leaves", async () => {
  const leaving = AbortSignal.abort();
  const inspecting = inspectLevelFiles(directory, Number.POSITIVE_INFINITY, leaving);
  await assert.rejects(inspecting, { name: "AbortError" });
});

const named = (pattern: RegExp) => {
  const [file] = readdirSync(directory).filter((name) => pattern.test(name));
  assert.ok(file !== undefined);
  return file;
};
const bytesOf = (file: string) => readFileSync(join(directory, file));
const sizeOf = (file: string) => bytesOf(file).length;

function change(file: string, edit: (bytes: Buffer) => void): void {
  const bytes = bytesOf(file);
  edit(bytes);
  writeFileSync(join(directory, file), bytes);
}
const flip = (file: string, at: number) =>
  change(file, (bytes) => bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at));

async function assertDamaged(file: string, rule: string, table?: string): Promise<void> {
  const { damages, isDatabase } = await inspect();
  assert.ok(isDatabase);
  assert.ok(damages.length > 0, `${file} is damaged`);
  const [damage] = damages;
  assert.equal(damage?.file, file);
  assert.equal(damage?.rule, rule);
  if (table !== undefined) assert.ok(damage?.tables?.includes(table), `${damage?.tables}`);
}

it("the checksum is that of RFC 3720, masked as in LevelDB", async () => {
  const checksum = await loadChecksum();
  const crc = 0xe3069283;
  const masked = (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
  assert.equal(checksum(new Uint8Array(Buffer.from("123456789"))), masked);
});

describe("files of a database", () => {
  it("that are intact have no damage, read in part or completely", async () => {
    const { damages, unread, brokenLogs, isLogMissing } = await inspect();
    assert.deepEqual(
      { damages, unread, brokenLogs, isLogMissing },
      {
        damages: [],
        unread: [],
        brokenLogs: [],
        isLogMissing: false,
      },
    );
    const part = await inspectLevelFiles(directory, 0);
    assert.deepEqual(part.damages, []);
    assert.ok(part.unread.length > 0);
  });

  it("are found damaged wherever a bit of a table file is changed", async () => {
    const table = named(/\.ldb$/);
    const size = sizeOf(table);
    for (let at = 0; at < size; at += 1 + Math.floor(size / 97)) {
      const before = bytesOf(table);
      flip(table, at);
      const { damages } = await inspect();
      // The padding of the footer has no meaning.
      const isPadding = at >= size - 40 && at < size - 8;
      if (!isPadding) assert.ok(damages.length > 0, `byte ${at} of ${size}`);
      writeFileSync(join(directory, table), before);
    }
    flip(table, 0);
    await assertDamaged(table, "checksum", "bodies");
  });

  it("are found damaged if a page is zero, or a file is truncated or missing", async () => {
    const table = named(/\.ldb$/);
    const before = bytesOf(table);
    change(table, (bytes) => bytes.fill(0, 0, 4096));
    await assertDamaged(table, "checksum");
    writeFileSync(join(directory, table), before.subarray(0, -100));
    await assertDamaged(table, "size");
    rmSync(join(directory, table));
    await assertDamaged(table, "missing");
  });

  it("are found damaged if CURRENT or the manifest was changed", async () => {
    const manifest = named(/^MANIFEST/);
    flip(manifest, 20);
    await assertDamaged(manifest, "checksum");
    rmSync(join(directory, manifest));
    await assertDamaged(manifest, "missing");
    writeFileSync(join(directory, "CURRENT"), "nothing");
    await assertDamaged("CURRENT", "form");
    rmSync(join(directory, "CURRENT"));
    await assertDamaged("CURRENT", "missing");
  });

  it("with a truncated manifest are found damaged wherever LevelDB does not open them", async () => {
    const manifest = named(/^MANIFEST/);
    const whole = bytesOf(manifest);
    let opened = 0;
    for (let size = 1; size <= whole.length; size++) {
      writeFileSync(join(directory, manifest), whole.subarray(0, size));
      if ((await inspect()).damages.length > 0) continue;
      opened++;
      const copy = `${directory}-copy`;
      cpSync(directory, copy, { recursive: true });
      const db = new Level<string, string>(copy, { createIfMissing: false });
      await db.open();
      await db.close();
      rmSync(copy, { recursive: true });
    }
    assert.ok(opened > 0, "the whole one is opened");
  });

  it("with a pipe in place of one of them are found damaged", { skip: isWindows }, async () => {
    for (const name of [named(/\.log$/), named(/^MANIFEST/), "CURRENT"]) {
      rmSync(join(directory, name));
      execFileSync("mkfifo", [join(directory, name)]);
      await assertDamaged(name, "unreadable");
    }
  });

  it("with a changed bit inside the log have a hole, at its end a broken end", async () => {
    const log = named(/\.log$/);
    flip(log, 100);
    await assertDamaged(log, "hole");
    flip(log, 100);
    flip(log, sizeOf(log) - 5);
    const { damages, brokenLogs } = await inspect();
    assert.deepEqual(damages, []);
    assert.deepEqual(brokenLogs, [log]);
  });

  it("whose log is truncated or ends in zeros are as after a crash", async () => {
    const log = named(/\.log$/);
    const before = bytesOf(log);
    truncateSync(join(directory, log), sizeOf(log) - 5);
    assert.deepEqual((await inspect()).damages, []);
    assert.deepEqual((await inspect()).brokenLogs, []);
    writeFileSync(join(directory, log), Buffer.concat([before, Buffer.alloc(5000)]));
    assert.deepEqual((await inspect()).brokenLogs, []);
  });

  it("distinguish a missing log from one that is missing together with other files", async () => {
    const log = named(/\.log$/);
    rmSync(join(directory, log));
    const { damages, isLogMissing } = await inspect();
    assert.deepEqual(damages, []);
    assert.ok(isLogMissing);
    const newer = `${`${Number(log.slice(0, 6)) + 5}`.padStart(6, "0")}.log`;
    writeFileSync(join(directory, newer), "");
    await assertDamaged(log, "missing");
  });
});

it("a directory without files of a database is no database", async () => {
  const other = mkdtempSync(join(tmpdir(), "tandem-files-"));
  writeFileSync(join(other, "000003.log"), "");
  assert.equal((await inspectLevelFiles(other, 0)).isDatabase, false);
  rmSync(other, { recursive: true });
});
