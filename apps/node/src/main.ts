/** Runs the command line: finds the command, and converts errors to a sentence and an exit code. */
import {
  ExitCode,
  execute,
  handleOutputFailures,
  message,
  ownValue,
  printableLines,
  type Streams,
  UsageError,
} from "@tandem/cli";
import { Fault } from "@tandem/primitives/fault";
import { ConnectionError, errorCodes, RpcError } from "@tandem/rpc/errors";
import { findCommand } from "./commands/find.js";
import { paletteFor } from "./commands/palette.js";
import { commands } from "./commands/table.js";
import { withoutNode } from "./config/url-option.js";

// The command of the package keeps the compiled code of a node that served, and commands end what lingers.
export { hasServed, mayLinger } from "@tandem/cli";

/** @returns the exit code, of `ExitCode`. */
export async function main(
  args: readonly string[],
  { stdout, stderr }: Streams = process,
): Promise<number> {
  const [first = "run"] = args;
  const failures = handleOutputFailures({ stdout, stderr }, { program: "tandem" });
  try {
    const { command, rest } = await findCommand(commands, ownValue(aliases, first) ?? args);
    const options = { output: stdout, errors: stderr, onBegin: failures.follow };
    return failures.settledCode(await execute(command, rest, options));
  } catch (error) {
    const isExplained =
      error instanceof UsageError ||
      error instanceof Fault ||
      error instanceof RpcError ||
      error instanceof ConnectionError;
    if (!isExplained) throw error;
    const text = message(`tandem: ${printableLines(error.message)}${hintOf(error)}`, stderr);
    stderr.write(`${text.replace(/^tandem:/, paletteFor(stderr).red)}\n`);
    return codeOf(error);
  }
}

/** Returns what a message of the node or about it leaves to say: what to type instead. */
function hintOf(error: Error): string {
  if (error instanceof ConnectionError) return `: ${withoutNode}`;
  const isRefused = error instanceof RpcError && error.code === errorCodes.unauthorized.code;
  return isRefused ? ": append it to the address, --url http://host:port/KEY" : "";
}

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
