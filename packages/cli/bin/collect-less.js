// Makes V8 collect less garbage while a node starts. Plain JavaScript, since it runs before the bundle.
const { setFlagsFromString } = require("node:v8");

/**
 * Nearly all that a start allocates stays. The young generation therefore grows in larger steps, so
 * that it is copied less often, and V8 marks no garbage before the node answers.
 * @param {number} forMs milliseconds after which V8 collects as usual.
 */
function collectLess(forMs) {
  setFlagsFromString("--semi-space-growth-factor=4");
  setFlagsFromString("--no-incremental-marking");
  setTimeout(collectAsUsual, forMs).unref();
  process.once("worker", (worker) => {
    // A thread loads the bundle, whose compiled code V8 accepts with the same flags only.
    collectAsUsual();
    // The thread may have read the flags before, and have written one that follows from them after.
    worker.once("online", collectAsUsual);
  });
}

function collectAsUsual() {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--incremental-marking");
  // V8 switches it off without incremental marking once a thread begins, and never on again: the main
  // thread would then mark all garbage alone.
  setFlagsFromString("--concurrent-marking");
}

module.exports = { collectLess };
