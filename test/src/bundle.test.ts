/** The node as one file, which `npm start` and nearly every test of this folder run. */
import assert from "node:assert/strict";
import { readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { bundleFile, bundledParts, cacheFile, isBundleCurrent, runBundle } = (await import(
  pathToFileURL(join(root, "apps/node/bin/bundle.js")).href
)) as {
  readonly bundleFile: string;
  readonly bundledParts: readonly string[];
  readonly cacheFile: string;
  isBundleCurrent(): boolean;
  runBundle(): { readonly exports: object; readonly script: { cachedDataRejected?: boolean } };
};

/** A folder of the workspace, and those of all that it stands on. */
function reached(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  ) as { readonly dependencies?: Readonly<Record<string, string>> };
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith("@tandem/")) reached(name.replace("@tandem", "packages"), found);
  }
  return found;
}

it("is out of date when any package in it was built again", () => {
  assert.deepEqual([...bundledParts].sort(), [...reached("apps/node")].sort());
  assert.ok(isBundleCurrent(), "the set-up has made it");
  const { atime, mtime } = statSync(bundleFile);
  const built = statSync(join(root, "packages/chain/dist/.tsbuildinfo")).mtimeMs;
  try {
    utimesSync(bundleFile, atime, new Date(built - 1000));
    assert.equal(isBundleCurrent(), false);
  } finally {
    utimesSync(bundleFile, atime, mtime);
  }
});

it("comes with compiled code that this V8 takes, and knows its version", () => {
  assert.ok(statSync(cacheFile).size > 0);
  const { exports, script } = runBundle();
  assert.equal(script.cachedDataRejected, false);
  assert.deepEqual(Object.keys(exports), ["main"]);
});
