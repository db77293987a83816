/** The commands of `ussd-relay`. Each is loaded when it runs: help does not wait for a wallet. */
import { type Command, completionScript, helpOf, synopsisOf } from "@tandem/cli";
import {
  configFlags,
  configOf,
  elsewhere,
  printConfig,
  type ResolvedConfig,
} from "../config/config.js";
import { declarationOf, environmentName, settingNames } from "../config/settings.js";

/** Characters of the column of their names. */
const secretWidth = 32;

type Action = (resolved: ResolvedConfig, operand: string | undefined) => Promise<number>;

const secrets = settingNames
  .filter((name) => declarationOf(name).isOffCommandLine)
  .map((name) => `  ${environmentName(name).padEnd(secretWidth)}${declarationOf(name).about}\n`)
  .join("");

const notes = `Variables that no flag has:
${secrets}
A flag goes before an environment variable (${environmentName("port")} for --port, and so on), that
before the environment file, that before the default.`;

/** A command that takes the settings. */
const configured = (
  name: string,
  about: string,
  action: Action,
  operands: readonly string[] = [],
): Command => ({
  name: `ussd-relay ${name}`,
  operands,
  about,
  options: configFlags,
  elsewhere,
  notes,
  async run({ operands: [operand], given, output }) {
    const resolved = configOf(given, process.env);
    if (given["print-config"] === undefined) return action(resolved, operand);
    output.write(`${printConfig(resolved).join("\n")}\n`);
    return 0;
  },
});

const run = configured("run", "Answers a USSD gateway.", async (resolved) =>
  (await import("./run.js")).run(resolved),
);

const plain = (name: string, about: string, text: () => string): Command => ({
  name: `ussd-relay ${name}`,
  about,
  options: {},
  run({ output }) {
    output.write(text());
    return 0;
  },
});

/** The command without a name is the first. */
export const commands: readonly Command[] = [
  run,
  configured("deploy", "Puts the contracts on the chain, paid by the wallet.", async (resolved) =>
    (await import("./deploy.js")).runDeploy(resolved),
  ),
  configured(
    "unlock",
    "Lets a user who was locked out try again (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).unlock(number, resolved),
    ["NUMBER"],
  ),
  plain("completion", "Writes the script by which bash and zsh complete commands and flags.", () =>
    completionScript("ussd-relay", commands, run),
  ),
  plain("help", "Shows this text.", () => helpText()),
];

export function helpText(): string {
  const rows = commands.map((command) => [synopsisOf(command), command.about] as const);
  const width = Math.max(...rows.map(([{ length }]) => length)) + 2;
  const lines = rows.map(([synopsis, about]) => `  ${synopsis.padEnd(width)}${about}\n`).join("");
  return `Menus on feature phones become calls on a contract.

Commands:
${lines}
${helpOf({ ...run, name: "ussd-relay [run]" })}`;
}
