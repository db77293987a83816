#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// `npm start` gives the main thread a larger young generation, which its heap keeps when the flag is set
// back. V8 takes cached code, also that of Node's modules, with its usual flags only: modules are imported later.
setFlagsFromString("--max-semi-space-size=0");

const { loadApp } = await import("@tandem/cli/bundle");
const { collectLess } = await import("@tandem/cli/collect-less");
const { optimizeSooner } = await import("@tandem/cli/optimize-sooner");

/** Milliseconds within which most starts end, on a slow machine too. */
const startMs = 300;

const { main } = await loadApp("apps/node", () => collectLess(startMs));
optimizeSooner(startMs);

process.exitCode = await main(process.argv.slice(2));
