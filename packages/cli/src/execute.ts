/** Reads command lines, by commander, from one declaration of a command. */
import type { Writable } from "node:stream";
import { Argument, CommanderError, Option, Command as Parser } from "commander";
import type { Command, Invocation, WithoutOutput } from "./command.js";
import { helpFlag, helpOf, termOf, usageOf } from "./help.js";
import { ownValue } from "./own-value.js";
import { readFlags } from "./resolve.js";
import { isGarbled, type Setting, type Settings } from "./setting.js";
import { didYouMean, UsageError } from "./usage-error.js";

/** The streams of a command, and what is told before it begins. */
export interface ExecuteOptions {
  readonly output: Writable;
  /** Standard error by default. */
  readonly errors?: Writable;
  /** Receives what the command does when its output cannot be written. */
  readonly onBegin?: (withoutOutput: WithoutOutput) => void;
}

/**
 * Runs a command, or writes its help for `--help`.
 * @returns the exit code.
 * @throws {UsageError} as `parseCommand`, and the errors of the command.
 */
export async function execute(
  command: Command,
  args: readonly string[],
  { output, errors = process.stderr, onBegin = () => {} }: ExecuteOptions,
): Promise<number> {
  const { operands, given } = parseCommand(command, args);
  if (wantsHelp(given)) {
    output.write(helpOf(command));
    return 0;
  }
  onBegin(command.withoutOutput?.(given) ?? "finish");
  return command.run({ operands, given, output, errors });
}

/** @throws {UsageError} for a value of `--help` that is no truth value. */
const wantsHelp = (given: Invocation["given"]): boolean =>
  readFlags({ help: helpFlag }, given).help;

/**
 * Splits a command line into operands and flags. Values are not validated.
 * @throws {UsageError} for an unknown flag, a flag without its value or given twice, and a wrong
 * number of operands (unless help is requested).
 */
export function parseCommand(
  command: Command,
  args: readonly string[],
): Pick<Invocation, "operands" | "given"> {
  const options: Settings = { ...command.options, help: helpFlag };
  const given: Record<string, unknown> = {};
  const record = (name: string, written: unknown) => {
    const isList = options[name]?.kind === "list";
    if (given[name] !== undefined && !isList) throw new UsageError(`--${name} is given twice`);
    given[name] = isList ? [...((given[name] as unknown[]) ?? []), written] : written;
  };
  const parser = parserOf(command);
  for (const [name, setting] of Object.entries(options)) {
    parser.on(`option:${name}`, (written: string | null) => {
      if (setting.isOffCommandLine) throw new UsageError(offCommandLine(command, name));
      record(name, written ?? true);
    });
  }
  assertText(args);
  assertValues(options, args);
  const { operands, unknown } = split(parser, options, args);
  // Commander leaves the `--` in that follows a flag which it does not know.
  const end = unknown.includes("--") ? unknown.indexOf("--") : unknown.length;
  for (const word of unknown.slice(0, end)) {
    const [flag, name, written] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (flag === undefined || name === undefined) operands.push(word);
    else if (written !== undefined && options[name]?.kind === "switch") record(name, written);
    else throw new UsageError(unknownFlag(command, word.split("=", 1)[0] as string, name));
  }
  operands.push(...unknown.slice(end + 1));
  if (!wantsHelp(given)) checkOperands(command, parser, operands);
  return { operands, given };
}

const offCommandLine = ({ elsewhere }: Command, name: string) =>
  `--${name}: everybody on this machine can read a command line; use ${elsewhere?.(name) ?? "a file"}`;

function unknownFlag(command: Command, flag: string, name: string): string {
  const synonyms = command.synonyms ?? {};
  const hyphened = hyphenated(name);
  const synonym = ownValue(synonyms, name) ?? ownValue(synonyms, hyphened);
  if (synonym !== undefined) return `unknown flag ${flag}: type ${synonym}`;
  const known = Object.keys(command.options).concat("help");
  // A single letter resembles every short name.
  const hint = name.length === 1 ? "" : didYouMean(hyphened, known).replace("mean ", "mean --");
  return `unknown flag ${flag}${hint}; ${command.name} --help lists the flags`;
}

/** Returns a name with a hyphen before each word, such as `chain-id` for `chainId`. */
const hyphenated = (name: string): string =>
  name.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);

function assertText(args: readonly string[]): void {
  const garbled = args.find(isGarbled);
  if (garbled === undefined) return;
  const remedy = "for a file whose name is not, give a symbolic link to it";
  throw new UsageError(`the argument ${garbled} is not UTF-8: ${remedy}`);
}

/** Refuses a flag in the place of a value: commander takes any word, so that a folder would be named `--silent`. */
function assertValues(options: Settings, args: readonly string[]): void {
  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end + 1);
  const flags = new Map(Object.entries(options).map(([name, { kind }]) => [`--${name}`, kind]));
  for (const [i, word] of words.slice(1).entries()) {
    const flag = words[i] as string;
    const takesValue = (flags.get(flag) ?? "switch") !== "switch";
    const isFlag = flags.has(word.split("=", 1)[0] as string) || word === "-h";
    if (!takesValue || !(isFlag || word === "--")) continue;
    const what = isFlag ? "is a flag" : "ends the flags";
    throw new UsageError(
      `${flag} needs a value, and ${word} ${what}: if it is the value, type ${flag}=${word}`,
    );
  }
}

function split(parser: Parser, options: Settings, args: readonly string[]) {
  try {
    return parser.parseOptions([...args]);
  } catch (error) {
    const isValueMissing =
      error instanceof CommanderError && error.code === "commander.optionMissingArgument";
    // Only the last word can be a flag without a value.
    if (!isValueMissing) throw error;
    const name = `${args.at(-1)}`.slice("--".length);
    const term = termOf(name, options[name] as Setting<unknown>);
    throw new UsageError(`--${name} needs a value: ${term}`, { cause: error });
  }
}

function checkOperands(command: Command, parser: Parser, operands: readonly string[]): void {
  const declared = parser.registeredArguments;
  const missing = declared[operands.length];
  if (missing?.required) throw new UsageError(`${missing.name()} is missing; ${usageOf(command)}`);
  const surplus = declared.some(({ variadic }) => variadic) ? undefined : operands[declared.length];
  if (surplus === undefined) return;
  throw new UsageError(`unexpected argument ${surplus}; ${usageOf(command)}`);
}

function optionOf(name: string, setting: Setting<unknown>): Option {
  const flags = setting.kind === "switch" ? `--${name}` : `--${name} <${setting.valueName}>`;
  return new Option(name === "help" ? `-h, ${flags}` : flags, setting.about);
}

function parserOf({ name, operands = [], options }: Command): Parser {
  const parser = new Parser(name).helpOption(false).exitOverride();
  parser.configureOutput({ outputError() {} });
  for (const [option, setting] of Object.entries({ ...options, help: helpFlag })) {
    parser.addOption(optionOf(option, setting));
  }
  for (const operand of operands) {
    parser.addArgument(new Argument(operand.startsWith("[") ? operand : `<${operand}>`));
  }
  return parser;
}
