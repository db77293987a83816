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
 * Calls back at the first signal. Ctrl-C below npm arrives twice, from the terminal and from npm, and
 * a script may forward the signal of its group: such a repetition does not interrupt the stop. A later
 * signal ends the process at once.
 * @returns a function that removes the handlers.
 */
export function onEndSignal(
  act: (signal: NodeJS.Signals) => void,
  {
    now = () => performance.now(),
    raise = (signal) => process.kill(process.pid, signal),
  }: EndSignalOptions = {},
): () => void {
  let firstAt: number | undefined;
  const release = () => {
    for (const name of endSignals) process.off(name, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = now();
      act(signal);
    } else if (now() - firstAt >= repetitionMs) {
      release();
      raise(signal);
    }
  };
  for (const name of endSignals) process.on(name, onSignal);
  return release;
}

/** Resolves with the first signal, and handles further ones as `onEndSignal` does. */
export const untilEndSignal = (options: EndSignalOptions = {}): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    onEndSignal(resolve, options);
  });
