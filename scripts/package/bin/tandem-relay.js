#!/usr/bin/env node
const { load } = require("./load.js");
const { runCommand } = require("./run-command.js");

runCommand(async () => {
  const { exports, keepCompiled } = await load("tandem-relay");
  const code = await exports.main(process.argv.slice(2));
  // A relay that served has compiled the code that the next start needs.
  if (exports.hasServed()) keepCompiled();
  return code;
});
