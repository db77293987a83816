// Runs a compute thread of the node: see src/threads/compute-thread.ts. It loads the bundle, as the
// node does.
import { loadApp } from "@tandem/cli/bundle";

const { runComputeThread } = await loadApp("apps/node");

await runComputeThread();
