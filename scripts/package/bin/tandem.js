#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// The reasons for both flags are in apps/node/bin/tandem.js and packages/cli/bin/bundle.js. They are set
// before the code is loaded: V8 accepts code compiled with the same flags, and the cache is written at the end.
setFlagsFromString("--max-semi-space-size=0");

const { load } = await import("./load.js");
const { loadModulesOfStart } = await import("./modules-of-start.js");
const { optimizeSooner } = await import("./optimize-sooner.js");

loadModulesOfStart();
setFlagsFromString("--heap-growing-percent=100");

/** Milliseconds within which most starts end. */
const startMs = 300;

const { exports, keepCompiled } = load("tandem");
const optimizeAsUsual = optimizeSooner(startMs);
const args = process.argv.slice(2);
process.exitCode = await exports.main(args);
optimizeAsUsual();
// A node that ran has compiled the code that the next start needs.
const [first = "run"] = args;
if (process.exitCode === 0 && (first === "run" || first.startsWith("-"))) keepCompiled();
