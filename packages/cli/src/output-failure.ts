/** Handles outputs that cannot be written: the reader of a pipe or the terminal is gone, or a disk is full. */
import type { Streams, WithoutOutput } from "./command.js";
import { ExitCode } from "./exit-code.js";
import { fileReason } from "./file-reason.js";

interface FailureOptions {
  /** The name before the message, such as `tandem`. */
  readonly program: string;
  /** Ends the process. */
  readonly exit?: (code: ExitCode) => void;
}

export interface OutputFailures {
  /** Sets what a failed write does from now on; until then the command finishes. */
  readonly follow: (withoutOutput: WithoutOutput) => void;
  /** Replaces the exit code of a command which was done, but could not write its output. */
  readonly settledCode: (code: number) => number;
}

/**
 * Handles failed writes to the streams of a command. A closed pipe is no failure of the command: its reader has what it
 * wanted.
 */
export function handleOutputFailures(
  { stdout, stderr }: Streams,
  { program, exit = (code) => process.exit(code) }: FailureOptions,
): OutputFailures {
  let withoutOutput: WithoutOutput = "finish";
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
  return {
    follow(kind) {
      withoutOutput = kind;
    },
    settledCode: (code) => (isLost && code === ExitCode.done ? ExitCode.failed : code),
  };
}
