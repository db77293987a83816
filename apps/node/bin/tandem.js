#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { loadApp } from "@tandem/cli/bundle";

const { main } = await loadApp("apps/node");

// A full garbage collection starts when the heap has doubled. By default V8 lets a small heap grow
// to four times its size and keeps the memory: a fifth of a busy node's memory. The flag is set
// after the bundle is loaded, because V8 rejects cached code that was compiled with other flags.
setFlagsFromString("--heap-growing-percent=100");

process.exitCode = await main(process.argv.slice(2));
