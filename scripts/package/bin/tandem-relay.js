#!/usr/bin/env node
const { optimizeWasmLater } = require("./optimize-wasm-later.js");

// Before the code is loaded, since V8 accepts code compiled with the same flags, and the cache is written at the end.
optimizeWasmLater();

const { load } = require("./load.js");
const { runCommand } = require("./run-command.js");

runCommand(async () => {
  const { exports, keepCompiled } = await load("tandem-relay");
  const code = await exports.main(process.argv.slice(2));
  // A relay that served has compiled the code that the next start needs.
  if (exports.hasServed()) keepCompiled();
  return code;
});
