/** Finds the command for the first words of a command line. */
import { type Command, didYouMean, ownValue, UsageError } from "@tandem/cli";
import type { CommandSet } from "./command-body.js";

export interface Found {
  readonly command: Command;
  /** The words that follow its name. */
  readonly rest: readonly string[];
}

const isFlag = (word: string | undefined) => word === undefined || word.startsWith("-");

/** The equivalents of commands of other programs. */
const synonyms: Readonly<Record<string, string>> = {
  node: "tandem",
  start: "tandem",
  dev: "tandem",
  init: "tandem --init FILE",
  transaction: "tandem tx HASH",
  receipt: "tandem tx HASH",
  "inspect tx": "tandem tx HASH",
  "inspect transaction": "tandem tx HASH",
  verify: "tandem headers verify FILE",
  dump: "tandem export FILE",
  completions: "tandem completion bash|zsh|fish",
  health: "tandem status",
  relay: "tandem-relay, or npm run relay in a clone",
};

/** @throws {UsageError} for an unknown command, naming the nearest known one. */
export async function findCommand(commands: CommandSet, words: readonly string[]): Promise<Found> {
  const { names } = commands;
  const [first, second] = words;
  if (first === undefined || isFlag(first)) {
    return { command: await commands.load("run"), rest: words };
  }
  for (const [name, count] of [[`${first} ${second}`, 2] as const, [first, 1] as const]) {
    if (!names.includes(name)) continue;
    return { command: await commands.load(name), rest: words.slice(count) };
  }
  const group = names.filter((one) => one.startsWith(`${first} `));
  const [only] = group;
  if (only !== undefined && isFlag(second)) {
    return { command: groupCommand(commands, first), rest: words.slice(1) };
  }
  const given = only === undefined ? first : `${first} ${second}`;
  const known =
    only === undefined ? [...new Set(names.map((one) => one.split(" ")[0] as string))] : group;
  const synonym = ownValue(synonyms, given);
  const hint = synonym === undefined ? didYouMean(given, known) : `: type ${synonym}`;
  throw new UsageError(`unknown command ${given}${hint}; tandem help lists the commands`);
}

/** Returns a command that lists the commands with this first word, as its help does. */
function groupCommand(commands: CommandSet, first: string): Command {
  const list = `Commands; --help after one explains it:\n${commands.lines(`${first} `)}`;
  return {
    name: `tandem ${first}`,
    about: `Lists the commands that begin with ${first}.`,
    options: {},
    notes: list,
    run({ output }) {
      output.write(list);
      return 0;
    },
  };
}
