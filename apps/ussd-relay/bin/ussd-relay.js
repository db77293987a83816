#!/usr/bin/env node
const { loadApp } = require("@tandem/cli/bundle");

async function run() {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  const { main } = await loadApp("apps/ussd-relay");
  process.exitCode = await main(process.argv.slice(2));
}

module.exports = run();
