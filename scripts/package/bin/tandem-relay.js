#!/usr/bin/env node
import { load } from "./load.js";

const { exports, keepCompiled } = load("tandem-relay");
const args = process.argv.slice(2);
process.exitCode = await exports.main(args);
// A relay that ran has compiled the code that the next start needs.
const [first = "run"] = args;
if (process.exitCode === 0 && (first === "run" || first.startsWith("-"))) keepCompiled();
