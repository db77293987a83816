// Runs a thread of the node: see src/threads/run-thread.ts. It loads the bundle, as the node does.
import { loadApp } from "@tandem/cli/bundle";

const { runThread } = await loadApp("apps/node");

await runThread();
