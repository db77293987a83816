/** The node as one file, which `npm start` and nearly every test of this folder run. */
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { bundleFile, bundledParts, cacheFile, isBundleCurrent, runBundle } = (await import(
  pathToFileURL(join(root, "apps/node/bin/bundle.js")).href
)) as {
  readonly bundleFile: string;
  readonly bundledParts: readonly string[];
  readonly cacheFile: string;
  isBundleCurrent(clone?: string): boolean;
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

it("is out of date when any package in it was built again", (t) => {
  assert.deepEqual([...bundledParts].sort(), [...reached("apps/node")].sort());
  assert.ok(isBundleCurrent(), "the set-up has made it");
  // Not on the bundle itself, which other tests start nodes from.
  const clone = mkdtempSync(join(tmpdir(), "tandem-bundle-"));
  t.after(() => rmSync(clone, { recursive: true }));
  const write = (name: string, time: number) => {
    const file = join(clone, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    utimesSync(file, time, time);
  };
  const stamps = bundledParts.map((part) => join(part, "dist/.tsbuildinfo"));
  assert.equal(isBundleCurrent(clone), false, "there is none");
  for (const stamp of stamps) write(stamp, 1_000);
  write(relative(root, bundleFile), 1_001);
  assert.equal(isBundleCurrent(clone), true);
  for (const stamp of [...stamps, "node_modules/.tandem-installed"]) {
    write(stamp, 1_002);
    assert.equal(isBundleCurrent(clone), false, stamp);
    write(stamp, 1_000);
  }
  assert.equal(isBundleCurrent(clone), true);
});

it("comes with compiled code that this V8 takes, and knows its version", () => {
  assert.ok(statSync(cacheFile).size > 0);
  const { exports, script } = runBundle();
  assert.equal(script.cachedDataRejected, false);
  assert.deepEqual(Object.keys(exports), ["main"]);
});
