/** Runs a command of the command line, and converts its errors to a message and an exit code. */
import {
  didYouMean,
  ExitCode,
  execute,
  handleOutputFailures,
  message,
  printableLines,
  type Streams,
  UsageError,
} from "@tandem/cli";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { messageOf } from "@tandem/runtime";
import { NoContract } from "./chain/chain.js";
import { commands } from "./commands/table.js";
import { WrongChain } from "./compose.js";
import { NotDeployed } from "./deploy.js";
import { CannotListen } from "./gateway/server.js";
import { program } from "./program.js";
import { UnusableStore } from "./records/open-level.js";
import { RecordsAway } from "./records/records.js";
import { UnwrittenFile } from "./secret-file.js";

// The command of the package keeps the compiled code of a relay that served.
export { hasServed } from "@tandem/cli";
// `npm run relay` prepares a trial from the bundle, whose exports are those of this module.
export { developmentMnemonic, prepareTrial } from "./commands/prepare.js";

/** Errors that a message explains; any other error is a bug and keeps its stack. */
const explained = [
  UsageError,
  WrongChain,
  NoContract,
  UnusableStore,
  CannotListen,
  UnwrittenFile,
  RecordsAway,
  NotDeployed,
  ConnectionError,
  RpcError,
];

/** The end of the message where no node answers. */
const withoutNode = ": start a node by `tandem`, or give the address of one by --node-url";

/** @returns the exit code, of `ExitCode`. */
export async function main(
  args: readonly string[],
  { stdout, stderr }: Streams = process,
): Promise<number> {
  // Files of this process contain users' input, so only their owner may read them.
  process.umask(0o077);
  const failures = handleOutputFailures({ stdout, stderr }, { program });
  try {
    const { command, rest } = findCommand(args);
    const options = { output: stdout, errors: stderr, onBegin: failures.follow };
    return failures.settledCode(await execute(command, rest, options));
  } catch (error) {
    if (!explained.some((kind) => error instanceof kind)) throw error;
    const hint = error instanceof ConnectionError ? withoutNode : "";
    const text = `${program}: ${printableLines(messageOf(error))}${hint}`;
    stderr.write(`${message(text, stderr)}\n`);
    if (error instanceof UsageError) return ExitCode.usage;
    return error instanceof ConnectionError ? ExitCode.unreachable : ExitCode.failed;
  }
}

/** Maps flags in the place of a command to commands. */
const aliases: Readonly<Record<string, string>> = {
  "--help": "help",
  "-h": "help",
  "--version": "version",
  "-v": "version",
  "-V": "version",
};

function findCommand(args: readonly string[]) {
  const [first = "--"] = args;
  const name = first.startsWith("-") ? aliases[first] : first;
  const command = commands.find((one) => one.name === `${program} ${name ?? "run"}`);
  if (command !== undefined) return { command, rest: name === undefined ? args : args.slice(1) };
  const known = commands.map((one) => one.name.replace(`${program} `, ""));
  const hint = didYouMean(first, known);
  throw new UsageError(`unknown command ${first}${hint}; ${program} help lists them`);
}
