// Runs a command. Plain JavaScript, since it is copied into the package.
const { constants } = require("node:os");

/** Milliseconds in which what a library left may end by itself. */
const lingerMsMax = 500;

/**
 * Ends the process at a signal that nothing else handles, with the code that a shell gives it. The kernel
 * does so for every process but the first one of a container.
 */
function endAtSignals() {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(128 + constants.signals[name]);
    });
  }
}

/**
 * Runs a command to its end, and sets the code with which the process exits.
 * @param {() => Promise<number>} command returns the code.
 * @param {() => boolean} mayLinger returns whether a library may keep the process alive after that.
 */
async function runCommand(command, mayLinger = () => false) {
  if (process.pid === 1) endAtSignals();
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  process.exitCode = await command();
  if (mayLinger()) setTimeout(() => process.exit(), lingerMsMax).unref();
}

module.exports = { runCommand };
