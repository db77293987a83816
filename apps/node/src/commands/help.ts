/** Implements `tandem help`: the commands and topics, one command, or one topic. */
import { didYouMean, helpOf, ownValue, twoColumns, UsageError } from "@tandem/cli";
import { version } from "../version.js";
import type { CommandBody, CommandSet } from "./command-body.js";
import { findCommand } from "./find.js";
import { topics } from "./help-topics.js";

/** The width of the column of the names of topics. */
const topicWidth = 14;

/** Returns the help of `tandem`: the commands and the topics. */
export const helpText = (
  commands: CommandSet,
): string => `Tandem v${version}: an EVM chain merge-mined with Bitcoin

Usage: tandem [COMMAND] [FLAGS]

Without a command it runs a development node on http://127.0.0.1:8545 with ten
funded accounts, which makes a block for each transaction.

Commands; tandem COMMAND --help explains one:
${commands.lines()}
Topics; tandem help TOPIC explains one, tandem run --help lists all flags:
${twoColumns(
  Object.entries(topics).map(([name, { summary }]) => [name, summary] as const),
  topicWidth,
)}
Examples:
  tandem --mining interval --interval-ms 5000
  tandem --data-dir ./chain          keep the chain
  tandem status                      of the node that runs
  tandem tx HASH                     a transaction of it, and why it failed
  tandem inspect block latest        the merged mining of a block, step by step
  tandem simulate steady             pools that merge-mine, on a virtual clock
`;

export const helpCommand = (commands: CommandSet): CommandBody => ({
  about: "Describes a command or a topic, or lists all of them.",
  options: {},
  operandWords: () => [
    ...new Set(commands.names.flatMap((name) => name.split(" "))),
    ...Object.keys(topics),
  ],
  async run({ operands, output }) {
    output.write(await textOf(commands, operands));
    return 0;
  },
});

async function textOf(commands: CommandSet, operands: readonly string[]): Promise<string> {
  const [first, another] = operands;
  if (first === undefined) return helpText(commands);
  const topic = another === undefined ? ownValue(topics, first) : undefined;
  if (topic !== undefined) return topic.text();
  const isCommand = commands.names.some((name) => name.split(" ")[0] === first);
  if (!isCommand) {
    const hint = didYouMean(first, [...commands.names, ...Object.keys(topics)]);
    throw new UsageError(`there is no command or topic ${first}${hint}; tandem help lists both`);
  }
  return helpOf((await findCommand(commands, operands)).command);
}
