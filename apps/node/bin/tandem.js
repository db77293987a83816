#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { loadApp } from "@tandem/cli/bundle";
import { optimizeSooner } from "@tandem/cli/optimize-sooner";

/** Milliseconds within which most starts end, on a slow machine too. */
const startMs = 300;

/**
 * Nearly all that a start allocates stays. The young generation therefore grows in larger steps, so
 * that it is copied less often, and V8 marks no garbage before the node answers.
 */
function collectLess() {
  setFlagsFromString("--semi-space-growth-factor=4");
  setFlagsFromString("--no-incremental-marking");
  setTimeout(collectAsUsual, startMs).unref();
  // A thread loads the bundle, whose compiled code V8 accepts with the same flags only.
  process.once("worker", collectAsUsual);
}

function collectAsUsual() {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--incremental-marking");
}

const { main } = await loadApp("apps/node", collectLess);
optimizeSooner(startMs);

process.exitCode = await main(process.argv.slice(2));
