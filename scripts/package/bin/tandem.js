#!/usr/bin/env node
const { setFlagsFromString } = require("node:v8");

// The reasons for both flags are in apps/node/bin/tandem.js and packages/cli/bin/bundle.js. They are set
// before the code is loaded: V8 accepts code compiled with the same flags, and the cache is written at the end.
setFlagsFromString("--max-semi-space-size=0");

const { load } = require("./load.js");
const { loadModulesOfStart } = require("./modules-of-start.js");
const { optimizeSooner } = require("./optimize-sooner.js");
const { runCommand } = require("./run-command.js");

function prepare() {
  loadModulesOfStart();
  setFlagsFromString("--heap-growing-percent=100");
}

/** Milliseconds within which most starts end. */
const startMs = 300;

let app;

async function command() {
  app = await load("tandem", prepare);
  const { exports, keepCompiled } = app;
  const optimizeAsUsual = optimizeSooner(startMs);
  const code = await exports.main(process.argv.slice(2));
  optimizeAsUsual();
  // A node that served has compiled the code that the next start needs.
  if (exports.hasServed()) keepCompiled();
  return code;
}

runCommand(command, () => app.exports.mayLinger());
