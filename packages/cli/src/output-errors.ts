/** Handles errors of the output of a program: a closed pipe, or a file on a full disk. */
import type { Writable } from "node:stream";
import type { Streams } from "./command.js";
import { ExitCode } from "./exit-code.js";
import { fileReason } from "./file-reason.js";

/** The program, by its name in messages, and whether it serves until it is stopped. */
interface Program {
  readonly name: string;
  readonly isServing: boolean;
}

/**
 * Decides what happens when a stream cannot be written. A program that serves continues without its log, which may be
 * on a disk that is full for a while. Another program ends: without an error if its reader has closed the stream.
 */
export function handleOutputErrors({ stdout, stderr }: Streams, program: Program): void {
  stdout.on("error", (error) => outputFailed(error, program, stderr));
  stderr.on("error", (error) => outputFailed(error, program));
}

/** @param errors where the reason is written. */
function outputFailed(
  error: NodeJS.ErrnoException,
  { name, isServing }: Program,
  errors?: Writable,
): void {
  if (isServing) return;
  if (error.code === "EPIPE") process.exit(ExitCode.done);
  errors?.write(`${name}: the output cannot be written: ${fileReason(error)}\n`);
  process.exit(ExitCode.failed);
}
