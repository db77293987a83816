// Makes V8 optimize functions sooner. Plain JavaScript, since it is copied into the package.
const { setFlagsFromString } = require("node:v8");

// How much a function runs before V8 optimizes it, by V8's major version: bytes of bytecode in Node
// 20, calls in Node 22. Later versions do not accept compiled code again once a flag was set and set
// back.
const flags = {
  11: { flag: "--interrupt-budget", usual: 67_584, sooner: 20_000 },
  12: { flag: "--invocation-count-for-turbofan", usual: 3000, sooner: 400 },
};

/**
 * Makes V8 optimize functions sooner, until a thread begins: V8 accepts a cache of compiled code with
 * the same flags only, and a thread loads one. A test suite ends soon after a node's start, and much
 * of its work would run before V8 optimizes by its own measure.
 * @param {number} afterMs milliseconds after which it begins, so that the start is not slowed down.
 * @returns a function that ends it.
 */
function optimizeSooner(afterMs) {
  const known = flags[process.versions.v8.split(".")[0]];
  if (known === undefined) return () => {};
  const { flag, usual, sooner } = known;
  const begin = setTimeout(() => setFlagsFromString(`${flag}=${sooner}`), afterMs).unref();
  const end = () => {
    clearTimeout(begin);
    setFlagsFromString(`${flag}=${usual}`);
  };
  process.once("worker", end);
  return end;
}

module.exports = { optimizeSooner };
