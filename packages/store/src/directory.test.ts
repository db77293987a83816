import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { tighten } from "./directory.js";

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
