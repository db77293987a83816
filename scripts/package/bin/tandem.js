#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { load } from "./load.js";
import { loadModulesOfStart } from "./modules-of-start.js";
import { optimizeSooner } from "./optimize-sooner.js";

// The reason is in apps/node/bin/tandem.js. The flag is set before the code is loaded: V8 accepts
// code compiled with the same flags, and the cache is written at the end.
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
