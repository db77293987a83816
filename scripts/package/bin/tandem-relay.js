#!/usr/bin/env node
import module from "node:module";

// Keeps V8's compiled code from one start to the next, where this version of Node can.
module.enableCompileCache?.();
const { main } = await import("../lib/tandem-relay.js");

process.exitCode = await main(process.argv.slice(2));
