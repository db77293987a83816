#!/usr/bin/env node
// CommonJS, so that a start does without the loader of ES modules.
const { setFlagsFromString } = require("node:v8");

// `npm start` gives the main thread a larger young generation, which its heap keeps when the flag is set
// back. V8 takes cached code, also that of Node's modules, with its usual flags only: modules are loaded later.
setFlagsFromString("--max-semi-space-size=0");

const { loadApp } = require("@tandem/cli/bundle");
const { collectLess } = require("@tandem/cli/collect-less");
const { optimizeSooner } = require("@tandem/cli/optimize-sooner");
const { runCommand } = require("@tandem/cli/run-command");

/** Milliseconds within which most starts end, on a slow machine too. */
const startMs = 300;

let app;

async function command() {
  app = await loadApp("apps/node", () => collectLess(startMs));
  optimizeSooner(startMs);
  return app.main(process.argv.slice(2));
}

module.exports = runCommand(command, () => app.mayLinger());
