import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { tighten } from "./directory.js";
import { openStore } from "./store.js";
import { isWriteRecordDamaged, writeRecordFile } from "./write-record.js";

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
