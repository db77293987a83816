#!/usr/bin/env node
import { loadApp } from "@tandem/cli/bundle";
import { collectLess } from "@tandem/cli/collect-less";
import { optimizeSooner } from "@tandem/cli/optimize-sooner";

/** Milliseconds within which most starts end, on a slow machine too. */
const startMs = 300;

const { main } = await loadApp("apps/node", () => collectLess(startMs));
if (process.env.SOONER !== "0") optimizeSooner(startMs);

process.exitCode = await main(process.argv.slice(2));
