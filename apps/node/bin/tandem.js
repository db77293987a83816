#!/usr/bin/env node
import { isBundleCurrent, runBundle } from "./bundle.js";

// Who takes a profile or debugs wants to see modules.
const isWatched = process.execArgv.some((flag) =>
  /^--(cpu-prof|heap-prof|prof|inspect)/.test(flag),
);
const { main } =
  isBundleCurrent() && !isWatched ? runBundle().exports : await import("../dist/main.js");

process.exitCode = await main(process.argv.slice(2));
