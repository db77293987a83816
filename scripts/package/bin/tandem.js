#!/usr/bin/env node
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// Keeps V8's compiled code from one start to the next, where this version of Node can.
module.enableCompileCache?.();
const { main } = await import("../lib/tandem.js");

// As apps/node/bin/tandem.js does, which says why.
setFlagsFromString("--heap-growing-percent=100");

process.exitCode = await main(process.argv.slice(2));
