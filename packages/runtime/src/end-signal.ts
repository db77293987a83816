/** Waits for the signal with which a user or a supervisor ends a process. */

const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The milliseconds after the first signal in which further ones count as its repetitions. */
export const repetitionMs = 1_000;

interface EndSignalOptions {
  /** Returns monotonic milliseconds. */
  readonly now?: () => number;
  /** Sends a signal to this process after its handlers were removed. */
  readonly raise?: (signal: NodeJS.Signals) => void;
}

/**
 * Resolves with the first signal. Ctrl-C below npm arrives twice, from the terminal and from npm, and
 * a script may forward the signal of its group: such a repetition does not interrupt the stop. A later
 * signal ends the process at once.
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
