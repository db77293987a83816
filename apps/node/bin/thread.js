// Runs a thread of the node: see src/threads/run-thread.ts. It loads the bundle, as the node does.
const { loadApp } = require("@tandem/cli/bundle");

async function run() {
  const { runThread } = await loadApp("apps/node");
  await runThread();
}

run();
