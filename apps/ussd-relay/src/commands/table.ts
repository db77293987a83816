/** Declares the commands of `ussd-relay`. Each is imported when it runs, so that help is fast. */
import {
  type Command,
  completionNotes,
  completionScript,
  helpOf,
  manPage,
  shells,
  twoColumns,
  UsageError,
} from "@tandem/cli";
import {
  configFlags,
  configOf,
  elsewhere,
  printConfig,
  type ResolvedConfig,
} from "../config/config.js";
import {
  declarationOf,
  environmentName,
  environmentPrefix,
  settingNames,
} from "../config/settings.js";
import { version } from "../version.js";

/** Width of the column of names, in characters. */
const secretWidth = 32;

type Action = (resolved: ResolvedConfig, operand: string | undefined) => Promise<number>;

const secrets = twoColumns(
  settingNames
    .filter((name) => declarationOf(name).isOffCommandLine)
    .map((name) => [environmentName(name), declarationOf(name).about] as const),
  secretWidth,
);

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
    "prepare",
    "Makes contracts, keys, users and money for a trial on a development chain, and writes the settings for it into a new file for --env-file.",
    async (resolved, file) => (await import("./prepare.js")).runPrepare(file ?? "", resolved),
    ["FILE"],
  ),
  configured(
    "unlock",
    "Unlocks a user after wrong PINs (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).unlock(number, resolved),
    ["NUMBER"],
  ),
  {
    name: "ussd-relay keystore",
    operands: ["FILE"],
    about:
      "Makes a new key, encrypts it into a new file for --keystore, and prints its address, which needs money for gas.",
    options: configFlags,
    elsewhere,
    async run({ operands: [file = ""], given, output }) {
      const { writeKeystore } = await import("./keystore.js");
      output.write(`${writeKeystore(file, configOf(given, process.env))}\n`);
      return 0;
    },
  },
  {
    name: "ussd-relay completion",
    operands: ["bash|zsh|fish"],
    about: "Prints the script by which a shell completes commands and flags.",
    options: {},
    notes: completionNotes("ussd-relay"),
    run({ operands: [given], output }) {
      const shell = shells.find((one) => one === given);
      if (shell === undefined) {
        throw new UsageError(`completion: expected ${shells.join(", ")}, got ${given}`);
      }
      output.write(completionScript(shell, "ussd-relay", commands, run));
      return 0;
    },
  },
  plain("man", "Prints the manual page.", () => relayManPage()),
  plain("help", "Shows this text.", () => helpText()),
];

/** Returns the manual page of `ussd-relay`, section 1. */
export const relayManPage = (): string =>
  manPage({
    program: "ussd-relay",
    version,
    summary: "menus on feature phones become calls on a contract",
    description:
      "Answers a USSD gateway, which posts the entries of users of feature phones: signs and sends the transaction that an entry asks for, and follows it.",
    commands,
    environmentPrefix,
  });

/** The width of the column of commands. */
const commandWidth = 24;

export function helpText(): string {
  const rows = commands.map(
    ({ name, operands = [], about }) => [[name, ...operands].join(" "), about] as const,
  );
  return `Menus on feature phones become calls on a contract.

Commands:
${twoColumns(rows, commandWidth)}
${helpOf({ ...run, name: "ussd-relay [run]" })}`;
}
