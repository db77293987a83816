// Runs a command. Plain JavaScript, since it is copied into the package.

/**
 * Runs a command to its end, and sets the code with which the process exits.
 * @param {() => Promise<number>} command returns the code.
 */
async function runCommand(command) {
  // The code stays if the event loop becomes empty before the command has ended, as in an ES module.
  process.exitCode = 13;
  process.exitCode = await command();
}

module.exports = { runCommand };
