/** Tests which compiled files the set-up removes. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";

const script = new URL("../../../../scripts/stale-output.mjs", import.meta.url).href;
const root = mkdtempSync(join(tmpdir(), "tandem-stale-"));
after(() => rmSync(root, { recursive: true }));

function write(name: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), "");
}

describe("removal of stale output", () => {
  it("removes only the output of deleted modules", async () => {
    const { removeStaleOutput } = await import(script);
    const kept = [
      "packages/one/src/here.ts",
      "packages/one/dist/here.js",
      "packages/one/dist/here.d.ts",
      "packages/one/dist/here.js.map",
      "packages/one/dist/.tsbuildinfo",
      "packages/one/dist/wasm/other.wasm",
      "apps/two/dist/bundle/node.cjs",
      "apps/two/src/deep/here.test.ts",
      "apps/two/dist/deep/here.test.js",
      "apps/not-built/src/here.ts",
      "test/src/here.ts",
    ];
    const stale = [
      "packages/one/dist/gone.js",
      "packages/one/dist/gone.d.ts",
      "packages/one/dist/gone.js.map",
      "apps/two/dist/deep/gone.test.js",
      "test/dist/gone.js",
    ];
    for (const name of [...kept, ...stale]) write(name);
    removeStaleOutput(root);
    assert.deepEqual(
      [...kept, ...stale].filter((name) => existsSync(join(root, name))),
      kept,
    );
  });
});
