/** What the relay says to its operator. */

export interface Log {
  /** What happened, in the specification's words where it has any. */
  info(line: string): void;
  /** Somebody should look. */
  warn(line: string): void;
}

/** The lines as they are: news to standard output, the rest with the time to standard error. */
export const consoleLog: Log = {
  info: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${new Date().toISOString()} ${line}\n`),
};

/** What went wrong, on one line as a rule; never a stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
