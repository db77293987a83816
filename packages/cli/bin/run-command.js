// Runs a command. Plain JavaScript, since it is copied into the package.

/** Milliseconds in which what a library left may end by itself. */
const lingerMsMax = 500;

/**
 * Runs a command to its end, and sets the code with which the process exits.
 * @param {() => Promise<number>} command returns the code.
 * @param {() => boolean} mayLinger returns whether a library may keep the process alive after that.
 */
async function runCommand(command, mayLinger = () => false) {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  process.exitCode = await command();
  if (mayLinger()) setTimeout(() => process.exit(), lingerMsMax).unref();
}

module.exports = { runCommand };
