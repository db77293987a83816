/** Declares the commands of `tandem-relay`. Each is imported when it runs, so that help is fast. */
import {
  type Command,
  completionNotes,
  completionScript,
  configJsonFlag,
  helpOf,
  jsonFlag,
  manPage,
  settingFacts,
  shells,
  twoColumns,
  UsageError,
  writeJson,
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
  settings,
} from "../config/settings.js";
import { program } from "../program.js";
import { version } from "../version.js";

/** Width of the column of names, in characters. */
const secretWidth = 32;

/** The result of a command: for JSON, and as text. */
export interface Found {
  readonly facts: object;
  readonly text: string;
}

/** Runs a command. @returns the result to print at its end, or its exit code if it has printed all. */
type Action = (resolved: ResolvedConfig, operand: string | undefined) => Promise<Found | number>;

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

const configFacts = (resolved: ResolvedConfig): Found => ({
  facts: { settings: settingFacts(settings, resolved) },
  text: printConfig(resolved).join("\n"),
});

/** Declares a command that takes the settings. */
const configured = (
  name: string,
  about: string,
  action: Action,
  operands: readonly string[] = [],
  json = jsonFlag,
): Command => ({
  name: `${program} ${name}`,
  operands,
  about,
  options: { json, ...configFlags },
  elsewhere,
  notes,
  async run({ operands: [operand], given, output }) {
    const resolved = configOf(given, process.env);
    const found = await (given["print-config"] === undefined
      ? action(resolved, operand)
      : configFacts(resolved));
    if (typeof found === "number") return found;
    if (given.json === undefined) output.write(`${found.text}\n`);
    else writeJson(output, found.facts);
    return 0;
  },
});

const run = configured(
  "run",
  "Answers a USSD gateway.",
  async (resolved) => (await import("./run.js")).run(resolved),
  [],
  configJsonFlag,
);

const plain = (name: string, about: string, text: () => string): Command => ({
  name: `${program} ${name}`,
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
    "Creates contracts, keys, users and funds for a trial on a development chain, and writes the settings for it into a new file for --env-file.",
    async (resolved, file) => (await import("./prepare.js")).runPrepare(file ?? "", resolved),
    ["FILE"],
  ),
  configured(
    "unlock",
    "Unlocks a user after wrong PINs (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).unlock(number, resolved),
    ["NUMBER"],
  ),
  configured(
    "keystore",
    "Creates a new key, encrypts it into a new file for --keystore, and prints its address, which needs funds for gas.",
    async (resolved, file) => (await import("./keystore.js")).runKeystore(file ?? "", resolved),
    ["FILE"],
  ),
  {
    name: `${program} completion`,
    operands: ["bash|zsh|fish"],
    about: "Prints a script with which a shell completes commands and flags.",
    options: {},
    notes: completionNotes(program),
    run({ operands: [given], output }) {
      const shell = shells.find((one) => one === given);
      if (shell === undefined) {
        throw new UsageError(`completion: expected ${shells.join(", ")}, got ${given}`);
      }
      output.write(completionScript(shell, program, commands, run));
      return 0;
    },
  },
  {
    name: `${program} version`,
    about: "Prints the version.",
    options: { json: jsonFlag },
    run({ given, output }) {
      if (given.json === undefined) output.write(`${version}\n`);
      else writeJson(output, { version });
      return 0;
    },
  },
  plain("man", "Prints the manual page.", () => relayManPage()),
  plain("help", "Shows this text.", () => helpText()),
];

/** Returns the manual page of `tandem-relay`, section 1. */
export const relayManPage = (): string =>
  manPage({
    program,
    version,
    summary: "menus on feature phones become calls on a contract",
    description:
      "Answers a USSD gateway, which posts the entries of users of feature phones: signs and sends the transaction of an entry, and follows it until it is in a block.",
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
${helpOf({ ...run, name: `${program} [run]` })}`;
}
