/** Writes the manual page of a program in roff, from the declarations of its commands. */
import type { Command } from "./command.js";
import { exitCodeMeanings } from "./exit-code.js";
import { defaultOf, synopsisOf, termOf } from "./help.js";
import type { Setting, Settings } from "./setting.js";
import { unwrapped } from "./wrap.js";

export interface ManPage {
  readonly program: string;
  readonly version: string;
  /** The text after the name of the program. */
  readonly summary: string;
  readonly description: string;
  readonly commands: readonly Command[];
  /** The prefix of environment variables, such as `TANDEM_`. */
  readonly environmentPrefix: string;
}

/**
 * Escapes text: backslashes and dashes have a meaning in roff, as do points and quotes at the start
 * of a line.
 */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&");

const paragraph = (text: string) => [".PP", escaped(text)];

const literal = (text: string) => [".PP", ".nf", escaped(text), ".fi"];

/** Returns the paragraphs of notes, which the reader's program wraps, and their indented lines as they are. */
const notesLines = (notes: string): string[] =>
  unwrapped(notes)
    .split(/\n(?=\S)|(?<=^\S.*)\n/m)
    .filter((block) => block.trim() !== "")
    .flatMap((block) => (/^\S/.test(block) ? paragraph(block) : literal(block.trimEnd())));

const tagged = (term: string, text: string) => [".TP", `\\fB${escaped(term)}\\fR`, escaped(text)];

function optionLines(options: Settings, unlisted: readonly string[] = []): string[] {
  return Object.entries(options).flatMap(([name, setting]: [string, Setting<unknown>]) => {
    if (setting.isOffCommandLine || unlisted.includes(name)) return [];
    const standard = defaultOf(setting);
    const about = standard === "" ? setting.about : `${setting.about} [${standard}]`;
    return tagged(termOf(name, setting), about);
  });
}

const commandLines = (command: Command): string[] => [
  `.SS "${escaped(synopsisOf(command))}"`,
  ...paragraph(command.about),
  ...optionLines(command.options, command.unlisted),
  ...(command.notes === undefined ? [] : notesLines(command.notes)),
];

/** Returns the page of section 1. */
export function manPage(page: ManPage): string {
  const { program, version, summary, description, commands, environmentPrefix } = page;
  const lines = [
    `.TH ${escaped(program.toUpperCase())} 1 "" "${program} ${version}" "User Commands"`,
    ".SH NAME",
    `${escaped(program)} \\- ${escaped(summary)}`,
    ".SH SYNOPSIS",
    `\\fB${escaped(program)}\\fR [\\fICOMMAND\\fR] [\\fIFLAGS\\fR]`,
    ".SH DESCRIPTION",
    escaped(description),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...Object.entries(exitCodeMeanings).flatMap(([code, meaning]) => tagged(code, meaning)),
    ".SH ENVIRONMENT",
    ...tagged(
      `${environmentPrefix}NAME`,
      `Each flag of the command that runs has a variable: the prefix and the flag's name in upper case with underscores. Precedence: flag, variable, file, default.`,
    ),
    ...tagged("NO_COLOR", "If set to anything, text is not coloured."),
    ...tagged("FORCE_COLOR", "If set, text is coloured though it is not written to a terminal."),
  ];
  return `${lines.join("\n")}\n`;
}
