/** The command line: finds the command, and turns what goes wrong into a sentence and a code. */
import { execute, UsageError } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { findCommand } from "./commands/find.js";
import { printableLines } from "./printable.js";

/** @returns the exit code: 0 done, 1 failed, 2 wrongly used. */
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

/** Flags that other programs have for what is a command here. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  "--version": ["version"],
  "--help": ["help"],
  "-h": ["help"],
};

/** A command ends when the program that reads its output has read enough; a node goes on without its log. */
function readerIsGone(command: string) {
  const isNode = command === "run" || command.startsWith("-");
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (!isNode) process.exit(0);
  };
}
