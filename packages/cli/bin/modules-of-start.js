// Loads what a start needs of Node. Plain JavaScript, since it is copied into the package.
const names = [
  "node:assert",
  "node:child_process",
  "node:crypto",
  "node:fs/promises",
  "node:os",
  "node:perf_hooks",
  "node:process",
  "node:timers/promises",
  "node:tty",
  "node:worker_threads",
  "node:zlib",
];

/**
 * Loads the modules of Node that a start needs, which must happen before a flag of V8 is set: V8 then
 * rejects the code of them that Node has compiled in its executable, and compiling takes twice as long.
 */
function loadModulesOfStart() {
  for (const name of names) require(name);
  // Node loads what creates random bytes at its first use.
  crypto.getRandomValues(new Uint8Array(1));
}

module.exports = { loadModulesOfStart };
