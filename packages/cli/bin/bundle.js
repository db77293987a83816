// An app as one file with V8's cache of its compiled code (scripts/bundle.mjs makes both). Plain
// JavaScript, since the set-up reads it before anything is built, and CommonJS, as the commands.
const { statSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join, resolve, sep } = require("node:path");
const { pathToFileURL } = require("node:url");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");
const { isMainThread } = require("node:worker_threads");
const { beginRead } = require("./begin-read.js");
const { loadModulesOfStart } = require("./modules-of-start.js");

const root = resolve(__dirname, "../../..") + sep;

/** The packages both apps stand on. */
const shared = [
  "packages/cli",
  "packages/primitives",
  "packages/rpc",
  "packages/runtime",
  "packages/schema",
  "packages/store",
];

/** Folders whose build each app's bundle is made of: each build of one writes its `.tsbuildinfo` anew. */
const bundledParts = {
  "apps/node": [
    ...shared,
    "packages/bitcoin",
    "packages/chain",
    "packages/consensus",
    "packages/evm",
    "packages/peers",
    "packages/replication",
    "packages/simulator",
    "packages/state",
    "apps/explorer",
    "apps/node",
  ],
  "apps/ussd-relay": [...shared, "apps/ussd-relay"],
};

/** Another name than that of bundles without head and end, which an older version of this clone may have left. */
const bundlePath = (app) => `${app}/dist/bundle/app.cjs`;

/** @param {string} app its folder, a key of `bundledParts`. */
const bundleFile = (app) => join(root, bundlePath(app));
/** @param {string} app its folder. */
const cacheFile = (app) => `${bundleFile(app)}.cache`;

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Whether an app's bundle is there, and nothing was built or installed since.
 * @param {string} app its folder.
 * @param {string} clone folder of the repository.
 */
function isBundleCurrent(app, clone = root) {
  const made = timeOf(join(clone, bundlePath(app)));
  if (made === undefined) return false;
  const sources = [
    ...bundledParts[app].map((part) => join(clone, part, "dist/.tsbuildinfo")),
    join(clone, "node_modules/.tandem-installed"),
  ];
  return sources.every((source) => (timeOf(source) ?? 0) <= made);
}

/** The first and last text of a bundle, which make its file one function. */
const bundleHead = "(function (exports, require, module, __root, __rootUrl) {";
const bundleEnd = "})";

/**
 * A full garbage collection starts when the heap has doubled. By default V8 lets a small heap grow
 * to four times its size and keeps the memory: a fifth of a busy node's memory. The flag is set before
 * the bundle is loaded, by the set-up, the app and its threads: V8 rejects cached code that was
 * compiled with other flags.
 */
const growSlowly = () => setFlagsFromString("--heap-growing-percent=100");

/** Without the cache, which only its owner may be able to read, V8 compiles the bundle anew. */
async function readCache(file) {
  try {
    return { cachedData: await beginRead(file) };
  } catch {
    return {};
  }
}

/**
 * @param {string} app its folder.
 * @param {() => void} beforeRun called once the code is loaded, before it runs.
 * @returns the bundle's exports, and the script, whose compiled code can be cached.
 */
async function runBundle(app, beforeRun = () => {}) {
  const filename = bundleFile(app);
  const reading = Promise.all([beginRead(filename), readCache(cacheFile(app))]);
  // In a thread the flags are set already.
  if (isMainThread) loadModulesOfStart();
  growSlowly();
  const [bytes, cache] = await reading;
  // The bundle is ASCII, which V8 takes as it is when it is told so: a text that is joined would be copied.
  const script = new Script(bytes.latin1Slice(), { filename, ...cache });
  beforeRun();
  const bundle = { exports: {} };
  const rootUrl = pathToFileURL(root).href;
  const requireOfApp = createRequire(join(root, app, "dist/main.js"));
  script.runInThisContext()(bundle.exports, requireOfApp, bundle, root, rootUrl);
  return { exports: bundle.exports, script };
}

/** The oldest version of Node that the apps run on. */
const oldestNode = 20;

/**
 * Ends the process with a sentence on an older Node. Otherwise returns the exports of an app's `dist/main.js`: from its bundle where that is current, else from the modules.
 * A profiler or a debugger is shown the modules.
 * @param {string} app its folder.
 * @param {() => void} [beforeRun] as of `runBundle`.
 */
async function loadApp(app, beforeRun) {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < oldestNode) {
    process.stderr.write(`Node ${oldestNode} or later is needed, this is ${node}\n`);
    process.exit(1);
  }
  const isWatched = process.execArgv.some((flag) =>
    /^--(cpu-prof|heap-prof|prof|inspect)/.test(flag),
  );
  if (isBundleCurrent(app) && !isWatched) return (await runBundle(app, beforeRun)).exports;
  growSlowly();
  return import(pathToFileURL(join(root, app, "dist/main.js")).href);
}

module.exports = {
  root,
  bundledParts,
  bundleFile,
  cacheFile,
  isBundleCurrent,
  bundleHead,
  bundleEnd,
  runBundle,
  loadApp,
};
