#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { load } from "./load.js";

// As apps/node/bin/tandem.js does, which says why. Before the code is loaded: V8 takes what was compiled with the same
// flags, and the cache is written at the end.
setFlagsFromString("--heap-growing-percent=100");

const { exports, keepCompiled } = load("tandem");
const args = process.argv.slice(2);
process.exitCode = await exports.main(args);
// A node that ran has compiled what the next start needs.
const [first = "run"] = args;
if (process.exitCode === 0 && (first === "run" || first.startsWith("-"))) keepCompiled();
