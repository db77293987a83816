/** The command line: finds the command, and turns what goes wrong into a sentence and a code. */
import { Fault } from "@tandem/primitives";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { didYouMean, UsageError } from "./config/usage-error.js";
import { printableLines } from "./printable.js";

const commands = [
  "run",
  "headers",
  "export",
  "import",
  "inspect",
  "simulate",
  "check",
  "repair",
  "help",
  "version",
] as const;

/** @returns the exit code: 0 done, 1 failed, 2 wrongly used. */
export async function main(args: readonly string[]): Promise<number> {
  const [first = "run", ...rest] = args;
  for (const stream of [process.stdout, process.stderr]) stream.on("error", readerIsGone(first));
  try {
    if (first.startsWith("-")) return await runCommand("run", args);
    return await runCommand(first, rest);
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

/** Who pipes into `head` has read enough, which ends a command; a node goes on without its log. */
function readerIsGone(command: string) {
  const isNode = command === "run" || command.startsWith("-");
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    if (!isNode) process.exit(0);
  };
}

/** Commands load what they need and nothing else: help does not wait for a virtual machine. */
async function runCommand(name: string, args: readonly string[]): Promise<number> {
  switch (name) {
    case "run":
      return (await import("./commands/run.js")).run(args);
    case "headers":
      return (await import("./commands/headers.js")).runHeaders(args, (line) =>
        process.stdout.write(`${line}\n`),
      );
    case "export":
      return (await import("./commands/export.js")).runExport(args, process.stdout);
    case "import":
      return (await import("./commands/import.js")).runImport(args, process.stdout);
    case "inspect":
      return (await import("./commands/inspect/inspect.js")).runInspect(args, process.stdout);
    case "simulate":
      return (await import("./commands/simulate.js")).runSimulate(args, process.stdout);
    case "check":
      return (await import("./commands/check.js")).runCheck(args, process.stdout);
    case "repair":
      return (await import("./commands/repair.js")).runRepair(args, process.stdout);
    case "help":
      return (await import("./commands/help.js")).runHelp();
    case "version": {
      process.stdout.write(`${(await import("./version.js")).version}\n`);
      return 0;
    }
    default:
      throw new UsageError(
        `unknown command ${name}${didYouMean(name, commands)}; tandem help lists them`,
      );
  }
}
