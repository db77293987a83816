#!/usr/bin/env node
const { setFlagsFromString } = require("node:v8");

// The reasons for both flags are in apps/node/bin/tandem.js and packages/cli/bin/bundle.js. They are set
// before the code is loaded: V8 accepts code compiled with the same flags, and the cache is written at the end.
setFlagsFromString("--max-semi-space-size=0");

const { load } = require("./load.js");
const { loadModulesOfStart } = require("./modules-of-start.js");
const { optimizeSooner } = require("./optimize-sooner.js");

function prepare() {
  loadModulesOfStart();
  setFlagsFromString("--heap-growing-percent=100");
}

/** Milliseconds within which most starts end. */
const startMs = 300;

async function run() {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  const { exports, keepCompiled } = await load("tandem", prepare);
  const optimizeAsUsual = optimizeSooner(startMs);
  process.exitCode = await exports.main(process.argv.slice(2));
  optimizeAsUsual();
  // A node that served has compiled the code that the next start needs.
  if (exports.hasServed()) keepCompiled();
}

run();
