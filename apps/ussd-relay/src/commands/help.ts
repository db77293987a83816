/** Writes the help of `tandem-relay`: the commands and topics, one command, or one topic. */
import {
  type Command,
  didYouMean,
  exitCodeMeanings,
  fitted,
  groupLines,
  helpOf,
  type OptionGroup,
  twoColumns,
  UsageError,
} from "@tandem/cli";
import { configFlags } from "../config/config.js";
import { settingGroups } from "../config/setting-groups.js";
import { declarationOf, environmentName, type SettingName } from "../config/settings.js";
import { program } from "../program.js";

/** The widths of the columns of names, in characters. */
const commandWidth = 26;
const topicWidth = 14;
const secretWidth = 32;
const codeWidth = 6;

const isOnCommandLine = (name: keyof typeof configFlags) =>
  !("isOffCommandLine" in configFlags[name] && configFlags[name].isOffCommandLine);

/** Groups the flags for the help of the command that takes all of them. */
export const allGroups: readonly OptionGroup[] = settingGroups.map(({ title, example, names }) => ({
  title,
  example,
  names: names.filter(isOnCommandLine),
}));

/** Returns the lines of the settings that a command line may not have; empty if there are none. */
function secretLines(names: readonly string[]): string {
  const secrets = (names as readonly SettingName[]).filter(
    (name) => name in configFlags && declarationOf(name)?.isOffCommandLine,
  );
  if (secrets.length === 0) return "";
  const rows = secrets.map((name) => [environmentName(name), declarationOf(name).about] as const);
  return `Settings without a flag, given by variables or --env-file only:\n${twoColumns(rows, secretWidth)}`;
}

const precedence = `Precedence: flag, environment variable (${environmentName("port")} for --port), environment file, default.`;

/**
 * Returns the end of the help of a command.
 * @param isPart indicates that the command reads only some of the settings.
 */
export function notesOf(names: readonly SettingName[], isPart: boolean): string {
  const others = isPart
    ? ` Settings of other commands are accepted and not read; ${program} help lists them by topic.`
    : "";
  return [secretLines(names), `${precedence}${others}`].filter((part) => part !== "").join("\n");
}

interface Topic {
  readonly summary: string;
  text(): string;
}

const topics: Readonly<Record<string, Topic>> = {
  ...Object.fromEntries(
    settingGroups.map(({ topic, title, example, names }) => [
      topic,
      {
        summary: `flags: ${title}`,
        text: () =>
          [
            groupLines({ title, example, names: names.filter(isOnCommandLine) }, configFlags),
            secretLines(names),
            ...(topic === "settings" ? [fitted(precedence), ""] : []),
          ]
            .filter((part) => part !== "")
            .join("\n"),
      },
    ]),
  ),
  "exit-codes": {
    summary: "the meaning of exit codes for scripts",
    text: () => twoColumns(Object.entries(exitCodeMeanings), codeWidth),
  },
};

/**
 * Returns the help of the program, of one command, or of one topic.
 * @throws {UsageError} for a name that is neither.
 */
export function helpText(commands: readonly Command[], name?: string): string {
  if (name === undefined) return overview(commands);
  const command = commands.find((one) => one.name === `${program} ${name}`);
  if (command !== undefined) return helpOf(command);
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  if (topic !== undefined) return topic.text();
  const known = [...commands.map((one) => one.name.split(" ")[1] ?? ""), ...Object.keys(topics)];
  const hint = didYouMean(name, known);
  throw new UsageError(`there is no command or topic ${name}${hint}; ${program} help lists both`);
}

function overview(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, operands = [], about }) =>
      [[name.replace(`${program} `, ""), ...operands].join(" "), about] as const,
  );
  return `Menus on feature phones become calls on a contract.

Usage: ${program} [COMMAND] [FLAGS]

Without a command it answers a USSD gateway on http://127.0.0.1:3000/ussd.

Commands; ${program} COMMAND --help explains one:
${twoColumns(rows, commandWidth)}
Topics; ${program} help TOPIC explains one, and run --help lists all flags:
${twoColumns(
  Object.entries(topics).map(([topic, { summary }]) => [topic, summary] as const),
  topicWidth,
)}
Examples:
  ${program} prepare relay.env      contracts, wallet and funds for a trial
  ${program} --env-file relay.env   answer a gateway with these settings
`;
}
