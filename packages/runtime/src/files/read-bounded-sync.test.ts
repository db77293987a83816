import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { readBoundedSync, readTextSync } from "./read-bounded-sync.js";

const folder = mkdtempSync(join(tmpdir(), "tandem-read-"));
after(() => rmSync(folder, { recursive: true }));

it("reads a file up to its limit", () => {
  const file = join(folder, "file");
  writeFileSync(file, "x".repeat(200_000));
  assert.equal(readBoundedSync(file, 200_000).length, 200_000);
  assert.throws(() => readBoundedSync(file, 199_999), { code: "EFBIG" });
});

it("reads a text without its byte order mark", () => {
  const file = join(folder, "text");
  writeFileSync(file, "\ufeffnéé");
  assert.equal(readTextSync(file, 100), "néé");
});

it("stops reading what does not end", { skip: process.platform === "win32" }, () => {
  assert.throws(() => readBoundedSync("/dev/zero", 1_000_000), { code: "EFBIG" });
});

it("reports that there is no file, and that it is a folder", () => {
  assert.throws(() => readBoundedSync(join(folder, "none"), 1), { code: "ENOENT" });
  assert.throws(() => readBoundedSync(folder, 1_000_000), { code: "EISDIR" });
});
