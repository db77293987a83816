#!/usr/bin/env node
const { loadApp } = require("@tandem/cli/bundle");
const { runCommand } = require("@tandem/cli/run-command");

module.exports = runCommand(async () => {
  const { main } = await loadApp("apps/ussd-relay");
  return main(process.argv.slice(2));
});
