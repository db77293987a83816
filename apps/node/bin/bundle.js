// The node as one file with V8's cache of its compiled code (scripts/bundle.mjs makes both).
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Script } from "node:vm";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const bundlePath = "apps/node/dist/bundle/node.cjs";
export const bundleFile = join(root, bundlePath);
export const cacheFile = `${bundleFile}.cache`;

/** What the bundle is made of: each build of one of these writes its `.tsbuildinfo` anew. */
export const bundledParts = [
  "packages/bitcoin",
  "packages/chain",
  "packages/cli",
  "packages/consensus",
  "packages/evm",
  "packages/primitives",
  "packages/rpc",
  "packages/runtime",
  "packages/simulator",
  "packages/state",
  "packages/store",
  "apps/node",
];

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Whether the bundle is there, and nothing was built or installed since.
 * @param {string} clone folder of the repository.
 */
export function isBundleCurrent(clone = root) {
  const made = timeOf(join(clone, bundlePath));
  if (made === undefined) return false;
  const sources = [
    ...bundledParts.map((part) => join(clone, part, "dist/.tsbuildinfo")),
    join(clone, "node_modules/.tandem-installed"),
  ];
  return sources.every((source) => (timeOf(source) ?? 0) <= made);
}

/** @returns the bundle's exports, and the script, whose compiled code can be cached. */
export function runBundle() {
  // The bundle is ASCII, which V8 takes as it is when it is told so.
  const source = readFileSync(bundleFile, "latin1");
  const head = "(function (exports, require, module, __root, __rootUrl) {";
  const cachedData = timeOf(cacheFile) === undefined ? {} : { cachedData: readFileSync(cacheFile) };
  const script = new Script(`${head}${source}\n})`, { filename: bundleFile, ...cachedData });
  const bundle = { exports: {} };
  const rootUrl = pathToFileURL(root).href;
  const require = createRequire(join(root, "apps/node/dist/main.js"));
  script.runInThisContext()(bundle.exports, require, bundle, root, rootUrl);
  return { exports: bundle.exports, script };
}
