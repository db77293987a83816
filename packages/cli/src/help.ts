/** Writes the help of a command from its declaration. It fits into 80 columns. */
import type { Command, OptionGroup } from "./command.js";
import { type Setting, type Settings, toggle } from "./setting.js";
import { columns, fitted, twoColumns, wrapped } from "./wrap.js";

/** The flag that every command has. */
export const helpFlag = toggle("show this text");

/** The maximum number of options that a usage line lists. */
const optionsShownMax = 4;

/** Returns the usage line, such as `usage: tandem export FILE [--url URL]`. */
export const usageOf = (command: Command): string => `usage: ${synopsisOf(command)}`;

/** Returns the command with its operands and options on one line. Flags that help does not list are `[FLAGS]`. */
export function synopsisOf({ name, operands = [], options, unlisted = [] }: Command): string {
  const flags = Object.entries(options).filter(([, { isOffCommandLine }]) => !isOffCommandLine);
  const listed = flags.filter(([flag]) => !unlisted.includes(flag));
  const areAllShown = listed.length <= optionsShownMax;
  const shown = areAllShown ? listed.map((entry) => `[${termOf(...entry)}]`) : [];
  const more = areAllShown && listed.length === flags.length ? [] : ["[FLAGS]"];
  return [name, ...operands, ...shown, ...more].join(" ");
}

/** Returns the flag with its value, such as `--port N`. */
export const termOf = (name: string, { kind, valueName }: Setting<unknown>): string =>
  kind === "switch" ? `--${name}` : `--${name} ${valueName}`;

/** Returns the default as help shows it; empty if there is none to show. */
export function defaultOf({ fallback, kind, show }: Setting<unknown>): string {
  if (kind !== "value" || fallback === undefined) return "";
  return show === undefined ? `${fallback}` : show(fallback);
}

/** The indentation of a usage line that is continued. */
const usageIndent = 7;

/** The maximum width of the column of options in help. */
const termWidthMax = 30;

const aboutWithDefault = (setting: Setting<unknown>): string => {
  const standard = defaultOf(setting);
  return standard === "" ? setting.about : `${setting.about} [${standard}]`;
};

/** Returns the lines of the options in help, without those that a command line may not have. */
export function optionLines(options: Settings): string {
  const rows = Object.entries(options)
    .filter(([, { isOffCommandLine }]) => !isOffCommandLine)
    .map(
      ([name, setting]) =>
        [
          name === "help" ? "-h, --help" : termOf(name, setting),
          aboutWithDefault(setting),
        ] as const,
    );
  const widest = Math.max(...rows.map(([{ length }]) => length)) + 2;
  return twoColumns(rows, Math.min(widest, termWidthMax));
}

/** Returns a group of options with its heading. */
export function groupLines({ title, example, names }: OptionGroup, options: Settings): string {
  const own = Object.fromEntries(names.map((name) => [name, options[name] as Setting<unknown>]));
  return `${title}${example === undefined ? "" : `, such as\n  ${example}`}\n${optionLines(own)}`;
}

/** Returns the help of a command, which fits into 80 columns. */
export function helpOf(command: Command): string {
  const { about, groups = [], unlisted = [], notes } = command;
  const options: Settings = { ...command.options, help: helpFlag };
  const elsewhere = new Set([...unlisted, ...groups.flatMap(({ names }) => names)]);
  const others = Object.keys(options).filter((name) => !elsewhere.has(name));
  const [usage = "", ...more] = wrapped(`Usage: ${synopsisOf(command)}`, columns - usageIndent);
  const parts = [
    [usage, ...more.map((line) => `${" ".repeat(usageIndent)}${line}`)].join("\n"),
    wrapped(about, columns).join("\n"),
    ...(others.length === 0 ? [] : [groupLines({ title: "Options:", names: others }, options)]),
    ...groups.map((group) => groupLines(group, options)),
    ...(notes === undefined ? [] : [fitted(notes)]),
  ];
  return `${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}
