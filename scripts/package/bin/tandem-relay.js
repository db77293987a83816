#!/usr/bin/env node
const { load } = require("./load.js");

async function run() {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  const { exports, keepCompiled } = await load("tandem-relay");
  process.exitCode = await exports.main(process.argv.slice(2));
  // A relay that served has compiled the code that the next start needs.
  if (exports.hasServed()) keepCompiled();
}

run();
