/** Tests which files `npm test` runs. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";

interface Selection {
  readonly files: readonly string[];
  readonly unknown: string | undefined;
}

const { selectFiles } = (await import(
  new URL("../../../scripts/test-entries.mjs", import.meta.url).href
)) as { selectFiles(all: readonly string[], patterns: readonly string[]): Selection };

const all = ["chain/reorg.test.js", "fork/fork.test.js", "rpc/limits.test.js"];

describe("npm test", () => {
  it("runs all files without a pattern", () => {
    assert.deepEqual(selectFiles(all, []), { files: all, unknown: undefined });
  });

  it("runs the files whose names contain one of several patterns", () => {
    const { files, unknown } = selectFiles(all, ["limits", "reorg"]);
    assert.deepEqual(files, ["chain/reorg.test.js", "rpc/limits.test.js"]);
    assert.equal(unknown, undefined);
  });

  it("names the pattern that no file has, even beside one that is known", () => {
    assert.equal(selectFiles(all, ["reorg", "reorgs"]).unknown, "reorgs");
  });
});
