#!/usr/bin/env node
const { load } = require("./load.js");

async function run() {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  const { exports, keepCompiled } = await load("tandem-relay");
  const args = process.argv.slice(2);
  process.exitCode = await exports.main(args);
  // A relay that ran has compiled the code that the next start needs.
  const [first = "run"] = args;
  if (process.exitCode === 0 && (first === "run" || first.startsWith("-"))) keepCompiled();
}

run();
