import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { readBounded } from "./read-bounded.js";

const folder = mkdtempSync(join(tmpdir(), "tandem-read-bounded-"));
after(() => rmSync(folder, { recursive: true }));

it("reads a file up to its limit", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "12345");
  assert.equal(String(await readBounded(file, 5)), "12345");
  await assert.rejects(readBounded(file, 4), /it is longer than 4 bytes/);
});

it("refuses a file that is longer than Node can read", async () => {
  const file = join(folder, "long");
  writeFileSync(file, "");
  truncateSync(file, 3 * 2 ** 30);
  await assert.rejects(readBounded(file, 2 ** 31 - 1), /it is longer than/);
});

it("stops reading what does not end", { skip: process.platform === "win32" }, async () => {
  await assert.rejects(readBounded("/dev/zero", 1_000_000), /it is longer than/);
});

it("reports that there is no file", async () => {
  await assert.rejects(readBounded(join(folder, "none"), 1), { code: "ENOENT" });
});
