// Ends and removes what a process has started when a signal ends it.

const endSignals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
/** The number that shells add to that of the signal which ended a process. */
const endedBySignal = 128;

/** In the order in which they were added: what was started last is ended first. */
const cleanups = new Set();

/** @param {NodeJS.Signals} signal */
function end(signal) {
  for (const cleanup of [...cleanups].reverse()) {
    try {
      cleanup(signal);
    } catch (error) {
      // The others run all the same.
      process.stderr.write(`${error}\n`);
    }
  }
  process.exit(endedBySignal + endSignals[signal]);
}

/**
 * Calls a function, which must not wait for anything, before a signal ends this process.
 * @param {(signal: NodeJS.Signals) => void} cleanup
 * @returns a function that removes it.
 */
export function atEndSignal(cleanup) {
  const signals = Object.keys(endSignals);
  if (cleanups.size === 0) for (const signal of signals) process.on(signal, end);
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) for (const signal of signals) process.off(signal, end);
  };
}
