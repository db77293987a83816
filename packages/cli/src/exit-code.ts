/** The exit codes of programs. They are stable: scripts may rely on them. */
export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Explains each code, for help and documents. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  [ExitCode.done]: "done, and what was checked is right",
  [ExitCode.failed]: "what was checked is wrong, or the command failed: standard error says how",
  [ExitCode.usage]: "a flag, variable, settings file or operand is wrong: nothing was done",
  [ExitCode.unreachable]: "no node answers at the address",
  [ExitCode.interrupted]: "a signal ended the command before it was done",
};
