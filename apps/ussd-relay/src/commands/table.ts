/** Declares the commands of `ussd-relay`. Each is imported when it runs, so that help is fast. */
import { type Command, completionScript, helpOf, synopsisOf } from "@tandem/cli";
import {
  configFlags,
  configOf,
  elsewhere,
  printConfig,
  type ResolvedConfig,
} from "../config/config.js";
import { declarationOf, environmentName, settingNames } from "../config/settings.js";

/** Width of the column of names, in characters. */
const secretWidth = 32;

type Action = (resolved: ResolvedConfig, operand: string | undefined) => Promise<number>;

const secrets = settingNames
  .filter((name) => declarationOf(name).isOffCommandLine)
  .map((name) => `  ${environmentName(name).padEnd(secretWidth)}${declarationOf(name).about}\n`)
  .join("");

const notes = `Settings without a flag, given by variables only:
${secrets}
A flag takes precedence over its environment variable (${environmentName("port")} for --port, and so on), the
variable over the environment file, and the file over the default.`;

/** Declares a command that takes the settings. */
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

/** All commands; the first one runs when no command is named. */
export const commands: readonly Command[] = [
  run,
  configured("deploy", "Deploys the contracts with the wallet.", async (resolved) =>
    (await import("./deploy.js")).runDeploy(resolved),
  ),
  configured(
    "unlock",
    "Unlocks a user after wrong PINs (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).unlock(number, resolved),
    ["NUMBER"],
  ),
  plain("completion", "Writes the completion script for bash and zsh.", () =>
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
