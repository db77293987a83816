#!/usr/bin/env node
const { loadApp } = require("@tandem/cli/bundle");
const { optimizeWasmLater } = require("@tandem/cli/optimize-wasm-later");
const { runCommand } = require("@tandem/cli/run-command");

module.exports = runCommand(async () => {
  const { main } = await loadApp("apps/ussd-relay");
  optimizeWasmLater();
  return main(process.argv.slice(2));
});
