import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { isOpenToOthers } from "./modes.js";

describe("a directory that others can read", () => {
  const directory = mkdtempSync(join(tmpdir(), "tandem-modes-"));
  after(() => rmSync(directory, { recursive: true }));

  it("is told by its mode", { skip: process.platform === "win32" }, () => {
    chmodSync(directory, 0o700);
    assert.equal(isOpenToOthers(directory), false);
    for (const mode of [0o710, 0o704, 0o755]) {
      chmodSync(directory, mode);
      assert.equal(isOpenToOthers(directory), true);
    }
  });

  it("is not told on Windows, where Node invents the mode", () => {
    chmodSync(directory, 0o755);
    const own = Object.getOwnPropertyDescriptor(process, "platform") as PropertyDescriptor;
    Object.defineProperty(process, "platform", { ...own, value: "win32" });
    try {
      assert.equal(isOpenToOthers(directory), false);
    } finally {
      Object.defineProperty(process, "platform", own);
    }
  });
});
