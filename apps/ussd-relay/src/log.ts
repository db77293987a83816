/** Writes log lines for the operator of the relay. */

export interface Log {
  /** Logs an event, in the specification's words if it defines any. */
  info(line: string): void;
  /** Logs a problem. */
  warn(line: string): void;
}

/** Writes events to standard output, and problems with the time to standard error. */
export const consoleLog: Log = {
  info: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${new Date().toISOString()} ${line}\n`),
};
