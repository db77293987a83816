import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext, test } from "node:test";
import { Fault } from "@tandem/primitives";
import { Level } from "level";
import { describeDamage, tighten } from "./directory.js";
import { isLocked } from "./linked-directory.js";
import { openStore } from "./store.js";
import { canonical } from "./tables/tables.js";
import { openWorkspace } from "./workspace.js";
import { isWriteRecordDamaged, openWriteRecord, writeRecordFile } from "./write-record.js";

test("a file that the database deleted since it was listed does not keep others from being restricted", {
  skip: process.platform === "win32",
}, (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-directory-"));
  t.after(() => rmSync(directory, { recursive: true }));
  // Changing the mode of a dangling link fails, like that of a listed file that was deleted.
  symlinkSync(join(directory, "nothing"), join(directory, "000001.ldb"));
  const current = join(directory, "CURRENT");
  writeFileSync(current, "", { mode: 0o644 });
  assert.equal(tighten(directory, true), true);
  assert.equal(statSync(current).mode & 0o777, 0o600);
  assert.equal(tighten(join(directory, "missing"), true), false);
});

test("a damage is described with the tables whose rows the file has", () => {
  const damage = { file: "000005.ldb", rule: "checksum", offset: 12 } as const;
  const words = "does not have its checksum";
  assert.equal(describeDamage(damage), `000005.ldb at byte 12 ${words}`);
  assert.equal(
    describeDamage({ ...damage, tables: ["a", "b"] }),
    `000005.ldb at byte 12, where rows of the table "a", "b" are, ${words}`,
  );
  assert.equal(
    describeDamage({ file: "000005.ldb", rule: "missing", tables: ["a", "b", "c", "d", "e", "f"] }),
    '000005.ldb, where rows of the table "a", "b", "c", "d" and 2 others are, is missing',
  );
});

test("a pipe in place of the record of the last write is a damage", {
  skip: process.platform === "win32",
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-record-"));
  try {
    const store = await openStore({ directory, isDurable: false });
    await store.close();
    const record = join(directory, writeRecordFile);
    rmSync(record, { force: true });
    execFileSync("mkfifo", [record]);
    assert.equal(isWriteRecordDamaged(directory), true);
    await assert.rejects(
      openStore({ directory, isDurable: false }),
      /LAST-WRITE .* is damaged, and no copy of it can be made \(it is not a file\)/,
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the record of the last write tells what is lost, and is damaged with another number", async () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-record-"));
  try {
    const store = await openStore({ directory, isDurable: true });
    const batch = store.batch();
    batch.put(canonical, 1, new Uint8Array(32));
    await batch.commit();
    await store.close();
    assert.equal(isWriteRecordDamaged(directory), false);
    const newest = { height: 3, hash: new Uint8Array(32).fill(3) };
    const written = openWriteRecord(directory);
    written?.write({ count: 5n, newest });
    written?.close();
    const opened = await openStore({ directory, isDurable: true });
    assert.deepEqual(opened.opening.lostWrites, { count: 4n, newest });
    await opened.close();
    const record = join(directory, writeRecordFile);
    writeFileSync(record, `9${readFileSync(record, "utf8").slice(1)}`);
    assert.equal(isWriteRecordDamaged(directory), true);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a log that LevelDB passes over when it opens a database is kept for a repair", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-log-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const namesLike = (pattern: RegExp) =>
    readdirSync(directory).filter((name) => pattern.test(name));
  const write = async () => {
    const store = await openStore({ directory, isDurable: true });
    const batch = store.batch();
    batch.put(canonical, 1, new Uint8Array(32));
    await batch.commit();
    await store.close();
    const { lostWrites, keptLogs } = store.opening;
    return [lostWrites?.count, keptLogs];
  };
  for (let i = 0; i < 2; i++) assert.deepEqual(await write(), [undefined, []]);
  assert.deepEqual(namesLike(/^damaged-/), []);
  const [log = ""] = namesLike(/log$/);
  const bytes = readFileSync(join(directory, log));
  const { open } = Level.prototype;
  // The log is gone for LevelDB alone: its check was passed before.
  const opening = t.mock.method(
    Level.prototype,
    "open",
    async function (this: Level, options = {}) {
      rmSync(join(directory, log));
      await open.call(this, options);
    },
  );
  assert.deepEqual(await write(), [1n, [`damaged-${log}`]]);
  opening.mock.restore();
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(readFileSync(join(directory, `damaged-${log}`)), bytes);
    assert.deepEqual(await write(), [undefined, []]);
  }
  assert.deepEqual(namesLike(/^damaged-/), [`damaged-${log}`]);
});

describe("a database beside something else than a file", {
  skip: process.platform === "win32",
}, () => {
  /** Makes a database with such a thing under a name, and passes its directory. */
  async function withOdd(
    name: string,
    make: (path: string) => void,
    use: (directory: string) => Promise<void>,
  ): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), "tandem-odd-"));
    try {
      await (await openStore({ directory, isDurable: false })).close();
      const path = join(directory, name);
      rmSync(path, { force: true });
      make(path);
      await use(directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  }
  const circle = (path: string) => symlinkSync(path, path);
  const pipe = (path: string) => void execFileSync("mkfifo", [path]);
  const open = (directory: string) => openStore({ directory, isDurable: false });
  const refuses = (opening: Promise<unknown>, message: RegExp) =>
    assert.rejects(opening, (error) => error instanceof Fault && message.test(error.message));

  it("is refused with a sentence if links go round in a circle, and is not left open", async () => {
    await withOdd("TANDEM", circle, async (directory) => {
      await refuses(open(directory), /cannot be opened \(ELOOP/);
      rmSync(join(directory, "TANDEM"));
      await (await open(directory)).close();
    });
    await withOdd(writeRecordFile, circle, async (directory) => {
      assert.equal(isWriteRecordDamaged(directory), true);
      await refuses(open(directory), /LAST-WRITE .* is damaged, and no copy/);
    });
    await withOdd("CURRENT", circle, (directory) => refuses(open(directory), /CURRENT/));
  });

  it("is read without a log that it no longer needs", async () => {
    for (const make of [(path: string) => mkdirSync(path), circle, pipe]) {
      await withOdd("000001.log", make, async (directory) => {
        const store = await openStore({ directory, isDurable: false, isReadOnly: true });
        await store.close();
      });
    }
  });

  it("cannot be locked by a folder, which the error names", async () => {
    await withOdd("LOCK", mkdirSync, (directory) =>
      refuses(openWorkspace(directory), /tandem-odd-\w+ cannot be locked: its LOCK is not a file/),
    );
  });
});

test("a database that its disk failure closed is not called damaged", async () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-closed-"));
  try {
    const store = await openStore({ directory, isDurable: false });
    await store.close();
    assert.throws(
      () => store.get(canonical, 7),
      (error) => error instanceof Fault && error.data.code === "no-space",
    );
    assert.equal(store.damage(), undefined);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Returns the directory of a closed database with one row in a table file. */
async function closedDatabase(t: TestContext): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "tandem-closed-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const store = await openStore({ directory, isDurable: true });
  const batch = store.batch();
  batch.put(canonical, 1, new Uint8Array(32).fill(7));
  await batch.commit();
  await store.close();
  // LevelDB writes the rows of a log to a table file when it opens.
  await (await openStore({ directory, isDurable: true })).close();
  assert.ok(readdirSync(directory).some((name) => name.endsWith(".ldb")));
  return directory;
}

test("a database that is only read is not changed, and has all its rows", async (t) => {
  const directory = await closedDatabase(t);
  const files = () =>
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "hex")]);
  const before = files();
  const store = await openStore({ directory, isDurable: true, isReadOnly: true });
  assert.deepEqual(store.get(canonical, 1), new Uint8Array(32).fill(7));
  await store.close();
  assert.deepEqual(files(), before);
});

test("a database is not begun anew where one has gone", async (t) => {
  const directory = await closedDatabase(t);
  for (const name of readdirSync(directory)) if (name !== "TANDEM") rmSync(join(directory, name));
  await assert.rejects(openStore({ directory, isDurable: true }), /the database in .* is gone/);
  assert.deepEqual(readdirSync(directory), ["TANDEM"]);
});

test("a log with a damaged end is copied before LevelDB drops that end", async (t) => {
  const directory = await closedDatabase(t);
  const store = await openStore({ directory, isDurable: true });
  for (const height of [2, 3]) {
    const batch = store.batch();
    batch.put(canonical, height, new Uint8Array(32).fill(height));
    await batch.commit();
  }
  await store.close();
  const name = readdirSync(directory).find((one) => one.endsWith(".log")) ?? "";
  const bytes = readFileSync(join(directory, name));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(join(directory, name), bytes);
  const opened = await openStore({ directory, isDurable: true });
  const found = [2, 3].map((height) => opened.get(canonical, height)?.[0]);
  await opened.close();
  assert.deepEqual(readFileSync(join(directory, `damaged-${name}`)), bytes);
  assert.deepEqual(found, [2, undefined]);
});

/** Opens a database in another process, which holds it until it is ended. */
async function openElsewhere(t: TestContext, directory: string) {
  const code = `import { Level } from "level";
    await new Level(process.argv[1]).open();
    console.log("open");
    process.stdin.resume();`;
  const flags = ["--input-type=module", "--eval", code, directory];
  const child = spawn(process.execPath, flags, { cwd: import.meta.dirname });
  const ended = once(child, "exit");
  const end = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  t.after(end);
  await once(child.stdout, "data");
  return end;
}

test("a database that another process has open is in use, whatever its files look like", async (t) => {
  const directory = await closedDatabase(t);
  assert.equal(await isLocked(directory), false);
  const end = await openElsewhere(t, directory);
  assert.equal(await isLocked(directory), true);
  const open = () => openStore({ directory, isDurable: true });
  const inUse = /in use by another process/;
  await assert.rejects(open(), inUse);
  await assert.rejects(openStore({ directory, isDurable: true, isReadOnly: true }), inUse);
  await assert.rejects(openWorkspace(directory), inUse);
  writeFileSync(join(directory, "CURRENT"), "in the middle of a write");
  await assert.rejects(open(), inUse);
  await end();
  assert.equal(await isLocked(directory), false);
  await assert.rejects(open(), /CURRENT/);
  rmSync(join(directory, "LOCK"));
  assert.equal(await isLocked(directory), false);
});
