/** Runs a command of the command line, and converts its errors to a message and an exit code. */
import { didYouMean, ExitCode, execute, UsageError } from "@tandem/cli";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { NoContract } from "./chain/chain.js";
import { commands } from "./commands/table.js";
import { WrongChain } from "./compose.js";
import { NotDeployed } from "./deploy.js";
import { messageOf } from "./log.js";
import { program } from "./program.js";
import { UnusableStore } from "./records/open-level.js";
import { RecordsAway } from "./records/redis-records.js";

// `npm run relay` prepares a trial from the bundle, whose exports are those of this module.
export { developmentMnemonic, prepareTrial } from "./commands/prepare.js";

/** Errors that a message explains; any other error is a bug and keeps its stack. */
const explained = [
  UsageError,
  WrongChain,
  NoContract,
  UnusableStore,
  RecordsAway,
  NotDeployed,
  ConnectionError,
  RpcError,
];

/** @returns the exit code, of `ExitCode`. */
export async function main(args: readonly string[]): Promise<number> {
  // Files of this process contain users' input, so only their owner may read them.
  process.umask(0o077);
  try {
    const { command, rest } = findCommand(args);
    return await execute(command, rest, process.stdout);
  } catch (error) {
    const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
    if (!isListening && !explained.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${program}: ${messageOf(error)}\n`);
    if (error instanceof UsageError) return ExitCode.usage;
    return error instanceof ConnectionError ? ExitCode.unreachable : ExitCode.failed;
  }
}

function findCommand(args: readonly string[]) {
  const [first = "--"] = args;
  const isNamed = !first.startsWith("-");
  const name = isNamed ? first : first === "--help" || first === "-h" ? "help" : "run";
  const command = commands.find((one) => one.name === `${program} ${name}`);
  if (command !== undefined)
    return { command, rest: args.slice(isNamed || name === "help" ? 1 : 0) };
  const known = commands.map((one) => one.name.replace(`${program} `, ""));
  const hint = didYouMean(name, known);
  throw new UsageError(`unknown command ${name}${hint}; ${program} help lists them`);
}
