/** Handles outputs that cannot be written: the reader of a pipe or the terminal is gone, or a disk is full. */
import type { Streams } from "./command.js";
import { ExitCode } from "./exit-code.js";
import { fileReason } from "./file-reason.js";

/**
 * States what a command does when its output cannot be written: `serve` continues, and writes again as soon as that is
 * possible; `finish` runs to its end, since it has a result beside its output; `end` ends at once.
 */
export type WithoutOutput = "serve" | "finish" | "end";

/**
 * Returns whether a command line begins the service of a program: its first word is `run` or a flag of it.
 * @param aliases flags that stand for other commands.
 */
export const isServing = (first: string, aliases: Readonly<Record<string, unknown>>): boolean =>
  first === "run" || (first.startsWith("-") && aliases[first] === undefined);

interface FailureOptions {
  readonly withoutOutput: WithoutOutput;
  /** The name before the message, such as `tandem`. */
  readonly program: string;
  /** Ends the process. */
  readonly exit?: (code: ExitCode) => void;
}

/**
 * Handles failed writes to the streams of a command. A closed pipe is no failure of the command: its reader has what it
 * wanted.
 * @returns a function that replaces the exit code of a command which was done, but could not write its output.
 */
export function handleOutputFailures(
  { stdout, stderr }: Streams,
  { withoutOutput, program, exit = (code) => process.exit(code) }: FailureOptions,
): (code: number) => number {
  let isLost = false;
  const onFailure = (error: NodeJS.ErrnoException) => {
    if (withoutOutput === "serve") return;
    const isClosed = error.code === "EPIPE";
    if (!isClosed && !isLost) {
      isLost = true;
      stderr.write(`${program}: the output cannot be written: ${fileReason(error)}\n`);
    }
    // The command may have set its exit code before the write failed.
    if (isLost && process.exitCode === ExitCode.done) process.exitCode = ExitCode.failed;
    if (withoutOutput === "end") exit(isClosed ? ExitCode.done : ExitCode.failed);
  };
  for (const stream of [stdout, stderr]) stream.on("error", onFailure);
  return (code) => (isLost && code === ExitCode.done ? ExitCode.failed : code);
}
