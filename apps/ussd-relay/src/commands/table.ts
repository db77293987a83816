/** Declares the commands of `tandem-relay`. Each is imported when it runs, so that help is fast. */
import {
  type Command,
  completionNotes,
  completionScript,
  configJsonFlag,
  jsonFlag,
  manPage,
  readFlags,
  settingFacts,
  shellOf,
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
import { environmentPrefix, type SettingName, settingNames, settings } from "../config/settings.js";
import { program } from "../program.js";
import { version } from "../version.js";
import type { Found } from "./found.js";
import { allGroups, helpText, notesOf } from "./help.js";

/** Runs a command. @returns the result to print at its end, or its exit code if it has printed all. */
type Action = (resolved: ResolvedConfig, operand: string | undefined) => Promise<Found | number>;

const configFacts = (resolved: ResolvedConfig): Found => ({
  facts: { settings: settingFacts(settings, resolved) },
  text: printConfig(resolved).join("\n"),
});

/** The flags of every command that takes the settings. */
const commonNames = ["env-file", "print-config", "json", "help"];

interface Concerns {
  readonly operands?: readonly string[];
  /** The settings that the command reads; all by default. */
  readonly settings?: readonly SettingName[];
  /** Whether the command answers posts until a signal ends it, whatever happens to its output. */
  readonly isService?: boolean;
}

const jsonOfService = "--json is for --print-config: the log has lines of text";

/**
 * Declares a command that takes the settings. It accepts all of them, as an environment file has those
 * of every command; its help lists those that it reads.
 */
function configured(
  name: string,
  about: string,
  action: Action,
  { operands = [], settings: own, isService = false }: Concerns = {},
): Command {
  const listed: readonly string[] = [...(own ?? settingNames), ...commonNames];
  const json = isService ? configJsonFlag : jsonFlag;
  const printing = { json, "print-config": configFlags["print-config"] };
  return {
    name: `${program} ${name}`,
    operands,
    about,
    options: { json, ...configFlags },
    unlisted: Object.keys(configFlags).filter((flag) => !listed.includes(flag)),
    ...(own === undefined ? { groups: allGroups } : {}),
    elsewhere,
    notes: notesOf(own ?? settingNames, own !== undefined),
    withoutOutput: (given) =>
      isService && !readFlags(printing, given)["print-config"] ? "serve" : "finish",
    async run({ operands: [operand], given, output }) {
      const resolved = configOf(given, process.env);
      const { json: isJson, "print-config": isPrinted } = readFlags(printing, given);
      if (isService && isJson && !isPrinted) throw new UsageError(jsonOfService);
      const found = await (isPrinted ? configFacts(resolved) : action(resolved, operand));
      if (typeof found === "number") return found;
      if (isJson) writeJson(output, found.facts);
      else output.write(`${found.text}\n`);
      return 0;
    },
  };
}

/** The names of the settings that open the wallet. */
const walletNames: readonly SettingName[] = [
  ...(["mode", "private-key", "keystore"] as const),
  ...(["keystore-passphrase", "keystore-passphrase-file"] as const),
];

/** The names of the settings that find a user. */
const userNames: readonly SettingName[] = ["country-code", "data-dir", "redis-url", "master-key"];

const run = configured(
  "run",
  "Answers a USSD gateway.",
  async (resolved) => (await import("./run.js")).run(resolved),
  { isService: true },
);

/** All commands; the first one runs when no command is named. */
export const commands: readonly Command[] = [
  run,
  configured(
    "deploy",
    "Deploys the contracts with the wallet.",
    async (resolved) => (await import("./deploy.js")).runDeploy(resolved),
    { settings: ["node-url", "chain-id", ...walletNames] },
  ),
  configured(
    "prepare",
    "Creates contracts, keys, users and funds for a trial on a development chain, and writes the settings for it into a new file for --env-file.",
    async (resolved, file) => (await import("./prepare.js")).runPrepare(file ?? "", resolved),
    { operands: ["FILE"], settings: ["mode", "node-url", "derivation-path"] },
  ),
  configured(
    "unlock",
    "Unlocks a user after wrong PINs (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).unlock(number, resolved),
    { operands: ["NUMBER"], settings: userNames },
  ),
  configured(
    "address",
    "Prints the address of the wallet of a user (extended mode).",
    async (resolved, number) => (await import("./run-extended.js")).showAddress(number, resolved),
    { operands: ["NUMBER"], settings: userNames },
  ),
  configured(
    "keystore",
    "Creates a new key, encrypts it into a new file for --keystore, and prints its address, which needs funds for gas.",
    async (resolved, file) => (await import("./keystore.js")).runKeystore(file ?? "", resolved),
    {
      operands: ["FILE"],
      settings: ["keystore-passphrase", "keystore-passphrase-file"],
    },
  ),
  {
    name: `${program} completion`,
    operands: ["bash|zsh|fish"],
    about: "Prints a script with which a shell completes commands and flags.",
    options: {},
    notes: completionNotes(program),
    run({ operands: [given], output }) {
      output.write(completionScript(shellOf(given), program, commands, run));
      return 0;
    },
  },
  {
    name: `${program} version`,
    about: "Prints the version.",
    options: { json: jsonFlag },
    run({ given, output }) {
      if (readFlags({ json: jsonFlag }, given).json) writeJson(output, { version });
      else output.write(`${version}\n`);
      return 0;
    },
  },
  {
    name: `${program} man`,
    about: "Prints the manual page.",
    options: {},
    run({ output }) {
      output.write(relayManPage());
      return 0;
    },
  },
  {
    name: `${program} help`,
    operands: ["[COMMAND|TOPIC]"],
    about: "Describes a command or a topic, or lists all of them.",
    options: {},
    run({ operands: [name], output }) {
      output.write(helpText(commands, name));
      return 0;
    },
  },
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
