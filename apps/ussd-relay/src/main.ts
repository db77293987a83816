/** The command line: finds the command, and turns what goes wrong into a sentence and a code. */
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { NoContract } from "./chain/chain.js";
import { helpText } from "./commands/help.js";
import { run } from "./commands/run.js";
import { unlock } from "./commands/run-extended.js";
import { openSigner } from "./commands/signer.js";
import { WrongChain } from "./compose.js";
import { type ResolvedConfig, resolveConfig } from "./config/config.js";
import { didYouMean, UsageError } from "./config/usage-error.js";
import { connectDeployer, deploy, NotDeployed } from "./deploy.js";
import { messageOf } from "./log.js";
import { RecordsAway } from "./records/redis-records.js";
import { UnusableStore } from "./session/open-store.js";

const commands = ["run", "deploy", "unlock", "help"] as const;

/** What is the matter with the world, and not with the relay. */
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

/** @returns the exit code: 0 done, 1 failed, 2 wrongly used. */
export async function main(args: readonly string[]): Promise<number> {
  // Files that this process makes are its owner's: what users sent is in them.
  process.umask(0o077);
  const [first, ...rest] = args;
  try {
    if (first === undefined || first.startsWith("-")) return await runCommand("run", args);
    return await runCommand(first, rest);
  } catch (error) {
    const isListening = error instanceof Error && "syscall" in error && error.syscall === "listen";
    if (!isListening && !explained.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`ussd-relay: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function runCommand(name: string, args: readonly string[]): Promise<number> {
  if (!commands.some((command) => command === name)) {
    const hint = didYouMean(name, commands);
    throw new UsageError(`unknown command ${name}${hint}; ussd-relay help lists them`);
  }
  const isNumber = name === "unlock" && args[0]?.startsWith("-") === false;
  const [number, flags] = isNumber ? [args[0], args.slice(1)] : [undefined, args];
  const resolved = resolveConfig(flags, process.env);
  if (name === "help" || resolved.isHelp) {
    process.stdout.write(helpText());
    return 0;
  }
  if (name === "unlock") return unlock(number, resolved);
  return name === "deploy" ? runDeploy(resolved) : run(resolved);
}

async function runDeploy(resolved: ResolvedConfig): Promise<number> {
  const { value } = resolved;
  const { signer } = await openSigner(resolved);
  const deployer = await connectDeployer(value("node-url"), signer);
  if (deployer.chainId !== value("chain-id")) {
    throw new WrongChain(`the node is on chain ${deployer.chainId}, not ${value("chain-id")}`);
  }
  const { contract, forwarder } = await deploy(deployer);
  process.stdout.write(`MicroLoan ${contract}\nForwarder ${forwarder}\n`);
  return 0;
}
