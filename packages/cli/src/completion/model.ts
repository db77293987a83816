/** Describes what a shell may complete, derived from the declarations of the commands. */
import type { Command } from "../command.js";
import type { Setting, Settings } from "../setting.js";

export interface CompletedFlag {
  /** The name without dashes. */
  readonly name: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** The values of an enumeration; empty if any value is allowed. */
  readonly values: readonly string[];
}

export interface CompletedCommand {
  /** The words after the name of the program. */
  readonly words: readonly string[];
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  /** The words that an operand may be, such as `latest`. */
  readonly operands: readonly string[];
}

export interface CompletionModel {
  readonly program: string;
  readonly commands: readonly CompletedCommand[];
  /** The flags of the command that runs if none is named. */
  readonly fallback: readonly CompletedFlag[];
}

/** Placeholders are upper case; literal words are not. */
const literals = (placeholder = ""): string[] =>
  placeholder
    .replaceAll(/[[\].]/g, "")
    .split("|")
    .filter((one) => one !== one.toUpperCase());

const flagOf = (name: string, { about, kind, valueName }: Setting<unknown>): CompletedFlag => ({
  name,
  about,
  takesValue: kind !== "switch",
  values: literals(valueName),
});

const help: CompletedFlag = { name: "help", about: "show help", takesValue: false, values: [] };

const flagsOf = (options: Settings): CompletedFlag[] => [
  ...Object.entries(options)
    .filter(([, { isOffCommandLine }]) => !isOffCommandLine)
    .map((entry) => flagOf(...entry)),
  help,
];

export const completionModel = (
  program: string,
  commands: readonly Command[],
  fallback: Command,
): CompletionModel => ({
  program,
  commands: commands.map(({ name, about, options, operands = [], operandWords }) => ({
    words: name.slice(program.length + 1).split(" "),
    about: firstSentence(about),
    flags: flagsOf(options),
    operands: [...operands.flatMap(literals), ...(operandWords?.() ?? [])],
  })),
  fallback: flagsOf(fallback.options),
});

const firstSentence = (about: string) => /^.*?[.:](?=\s|$)/s.exec(about)?.[0].slice(0, -1) ?? about;

/** Returns the commands by their first words. */
export function byFirstWord({
  commands,
}: CompletionModel): ReadonlyMap<string, readonly CompletedCommand[]> {
  const groups = new Map<string, CompletedCommand[]>();
  for (const command of commands) {
    const first = command.words[0] as string;
    groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  return groups;
}

/** Returns each flag that takes a value once: a name has the same meaning in every command. */
export const valueFlags = ({ commands }: CompletionModel): readonly CompletedFlag[] => [
  ...new Map(
    commands.flatMap(({ flags }) =>
      flags.filter(({ takesValue }) => takesValue).map((flag) => [flag.name, flag] as const),
    ),
  ).values(),
];

/** Returns the name of the shell function, such as `_ussd_relay`. */
export const functionName = (program: string): string => `_${program.replaceAll("-", "_")}`;

/** Quotes text for a shell by single quotes. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
