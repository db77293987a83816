// Runs a command. Plain JavaScript, since it is copied into the package.

/**
 * Milliseconds in which what a command left may end by itself. A client library does not close a
 * connection that a server accepts and never answers, which would hold the process for as long.
 */
const lingerMsMax = 500;

/**
 * Runs a command to its end, and sets the code with which the process exits.
 * @param {() => Promise<number>} command returns the code.
 */
async function runCommand(command) {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  process.exitCode = await command();
  setTimeout(() => process.exit(), lingerMsMax).unref();
}

module.exports = { runCommand };
