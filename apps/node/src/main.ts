/** Runs the command line: finds the command, and converts errors to a sentence and an exit code. */
import { execute, UsageError } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { findCommand } from "./commands/find.js";
import { printableLines } from "./printable.js";

/** @returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function main(args: readonly string[]): Promise<number> {
  const [first = "run"] = args;
  for (const stream of [process.stdout, process.stderr]) stream.on("error", readerIsGone(first));
  try {
    const { command, rest } = await findCommand(aliases[first] ?? args);
    return await execute(command, rest, process.stdout);
  } catch (error) {
    const isExplained =
      error instanceof UsageError ||
      error instanceof Fault ||
      error instanceof RpcError ||
      error instanceof ConnectionError;
    if (!isExplained) throw error;
    process.stderr.write(`tandem: ${printableLines(error.message)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Maps flags of other programs to commands. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  "--version": ["version"],
  "--help": ["help"],
  "-h": ["help"],
};

/** Ends a command when its output is closed; a node continues without its log. */
function readerIsGone(command: string) {
  const isNode = command === "run" || command.startsWith("-");
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (!isNode) process.exit(0);
  };
}
