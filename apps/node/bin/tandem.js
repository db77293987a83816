#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { isBundleCurrent, runBundle } from "./bundle.js";

// Who takes a profile or debugs wants to see modules.
const isWatched = process.execArgv.some((flag) =>
  /^--(cpu-prof|heap-prof|prof|inspect)/.test(flag),
);
const { main } =
  isBundleCurrent() && !isWatched ? runBundle().exports : await import("../dist/main.js");

// The heap may double before all of it is looked through. Left alone, V8 lets a small one become four
// times as large, and keeps what it took: a fifth of a busy node's memory. Not before the bundle is
// loaded: code that was compiled with other flags is not taken.
setFlagsFromString("--heap-growing-percent=100");

process.exitCode = await main(process.argv.slice(2));
