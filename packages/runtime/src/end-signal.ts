/** Waits for the signal a user or a supervisor ends a process with. */

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Milliseconds after the first signal in which further ones are taken for repetitions of it. */
export const repetitionMs = 1_000;

interface EndSignalOptions {
  /** Milliseconds that only grow. */
  readonly now?: () => number;
  /** Sends this process a signal that nothing handles any more. */
  readonly raise?: (signal: NodeJS.Signals) => void;
}

/**
 * Resolves with the first signal. Ctrl-C below npm arrives twice, from the terminal and from npm, and a
 * script may pass on what its whole group was sent: such a repetition does not cut the stop short. A signal
 * that comes later ends the process at once.
 */
export function untilEndSignal({
  now = () => performance.now(),
  raise = (signal) => process.kill(process.pid, signal),
}: EndSignalOptions = {}): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = now();
        resolve(signal);
      } else if (now() - firstAt >= repetitionMs) {
        for (const name of endSignals) process.off(name, onSignal);
        raise(signal);
      }
    };
    for (const name of endSignals) process.on(name, onSignal);
  });
}
