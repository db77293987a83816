#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { loadApp } from "@tandem/cli/bundle";

const { main } = await loadApp("apps/node");

// The heap may double before all of it is looked through. Left alone, V8 lets a small one become four
// times as large, and keeps what it took: a fifth of a busy node's memory. Not before the bundle is
// loaded: code that was compiled with other flags is not taken.
setFlagsFromString("--heap-growing-percent=100");

process.exitCode = await main(process.argv.slice(2));
