/** Runs the command line: finds the command, and converts errors to a sentence and an exit code. */
import {
  ExitCode,
  execute,
  handleOutputErrors,
  message,
  printableLines,
  type Streams,
  UsageError,
} from "@tandem/cli";
import { Fault } from "@tandem/primitives/fault";
import { ConnectionError, RpcError } from "@tandem/rpc/errors";
import { findCommand } from "./commands/find.js";
import { paletteFor } from "./commands/palette.js";

// The command of the package keeps the compiled code of a node that served.
export { hasServed } from "@tandem/cli";

/** @returns the exit code, of `ExitCode`. */
export async function main(
  args: readonly string[],
  { stdout, stderr }: Streams = process,
): Promise<number> {
  const [first = "run"] = args;
  const isServing = first === "run" || (first.startsWith("-") && aliases[first] === undefined);
  handleOutputErrors({ stdout, stderr }, { name: "tandem", isServing });
  try {
    const { command, rest } = await findCommand(aliases[first] ?? args);
    return await execute(command, rest, stdout, stderr);
  } catch (error) {
    const isExplained =
      error instanceof UsageError ||
      error instanceof Fault ||
      error instanceof RpcError ||
      error instanceof ConnectionError;
    if (!isExplained) throw error;
    const hint = error instanceof ConnectionError ? startHint : "";
    const text = message(`tandem: ${printableLines(error.message)}${hint}`, stderr);
    stderr.write(`${text.replace(/^tandem:/, paletteFor(stderr).red)}\n`);
    return codeOf(error);
  }
}

/** The suffix of the error of a command that found no node. */
const startHint = ": start a node by `tandem`, or give the address of one by --url";

function codeOf(error: Error): ExitCode {
  if (error instanceof UsageError) return ExitCode.usage;
  return error instanceof ConnectionError ? ExitCode.unreachable : ExitCode.failed;
}

/** Runs a thread of a node, in a worker. */
export async function runThread(): Promise<void> {
  const thread = await import("./threads/run-thread.js");
  await thread.runThread();
}

/** Maps flags of other programs to commands. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  "--version": ["version"],
  "-v": ["version"],
  "-V": ["version"],
  "--help": ["help"],
  "-h": ["help"],
};
