import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, test } from "node:test";
import { Fault } from "@tandem/primitives";
import { tighten } from "./directory.js";
import { openStore } from "./store.js";
import { canonical } from "./tables/tables.js";
import { openWorkspace } from "./workspace.js";
import { isWriteRecordDamaged, openWriteRecord, writeRecordFile } from "./write-record.js";

test("a file that the database deleted since it was listed does not keep others from being restricted", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-directory-"));
  t.after(() => rmSync(directory, { recursive: true }));
  // Changing the mode of a dangling link fails, like that of a listed file that was deleted.
  symlinkSync(join(directory, "nothing"), join(directory, "000001.ldb"));
  const current = join(directory, "CURRENT");
  writeFileSync(current, "", { mode: 0o644 });
  assert.equal(tighten(directory, true), true);
  assert.equal(statSync(current).mode & 0o777, 0o600);
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
