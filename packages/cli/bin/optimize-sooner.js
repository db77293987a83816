// Makes V8 compile and optimize functions sooner. Plain JavaScript, since it is copied into the package.
import { setFlagsFromString } from "node:v8";

// By V8's major version. Node 20: a function becomes machine code when it is first called, and is
// optimized after half the usual bytes of bytecode. Node 22: it is optimized after fewer calls.
// Later versions do not accept compiled code again once a flag was set and set back.
const flags = {
  11: {
    sooner: ["--always-sparkplug", "--interrupt-budget=33000"],
    usual: ["--no-always-sparkplug", "--interrupt-budget=67584"],
  },
  12: {
    sooner: ["--invocation-count-for-turbofan=400"],
    usual: ["--invocation-count-for-turbofan=3000"],
  },
};

const setFlags = (names) => {
  for (const name of names) setFlagsFromString(name);
};

/**
 * Makes V8 compile and optimize functions sooner, until a thread begins: V8 accepts a cache of
 * compiled code with the same flags only, and a thread loads one. A test suite ends soon after a
 * node's start, and much of its work would run before V8 optimizes by its own measure.
 * @param {number} afterMs milliseconds after which it begins, so that the start is not slowed down.
 * @returns a function that ends it.
 */
export function optimizeSooner(afterMs) {
  const known = flags[process.versions.v8.split(".")[0]];
  if (known === undefined) return () => {};
  const begin = setTimeout(setFlags, afterMs, known.sooner).unref();
  const end = () => {
    clearTimeout(begin);
    setFlags(known.usual);
  };
  process.once("worker", end);
  return end;
}
