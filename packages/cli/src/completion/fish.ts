/** Writes the completion script of fish, with a description beside each proposal. */
import {
  byFirstWord,
  type CompletedCommand,
  type CompletedFlag,
  type CompletionModel,
  functionName,
  quoted,
} from "./model.js";

/** Escapes a single-quoted text of fish, in which a backslash escapes. */
const text = (about: string) => `'${about.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const flagLine = (
  program: string,
  condition: string,
  { name, about, takesValue, values }: CompletedFlag,
): string => {
  const value = values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takesValue ? " -r" : "";
  return `complete -c ${program} -n ${quoted(condition)} -l ${name}${value} -d ${text(about)}`;
};

/**
 * The function holds for a command line that begins with the given words. A line that begins with a
 * flag belongs to the command that runs if none is named.
 */
const prefixFunction = (name: string) => [
  `function ${name}`,
  "  set -l given (commandline -opc)[2..-1]",
  "  if test (count $argv) -eq 0",
  "    test (count $given) -eq 0; or string match -q -- '-*' $given[1]",
  "    return",
  "  end",
  "  test (count $given) -ge (count $argv); or return 1",
  "  for at in (seq (count $argv))",
  '    test "$given[$at]" = "$argv[$at]"; or return 1',
  "  end",
  "end",
];

export function fishCompletion(model: CompletionModel): string {
  const { program } = model;
  const begins = `_${functionName(program)}_begins`;
  const isFirst = "test (count (commandline -opc)) -eq 1";
  const firstLines = [...byFirstWord(model)].flatMap(([first, members]) => [
    `complete -c ${program} -n ${quoted(isFirst)} -a ${first} -d ${text(members.length === 1 ? (members[0] as CompletedCommand).about : `${members.length} commands`)}`,
    ...members
      .filter(({ words }) => words.length > 1)
      .map(
        ({ words, about }) =>
          `complete -c ${program} -n ${quoted(`${begins} ${first}; and test (count (commandline -opc)) -eq 2`)} -a ${words[1]} -d ${text(about)}`,
      ),
  ]);
  const commandLines = model.commands.flatMap(({ words, flags, operands }) => [
    ...operands.map(
      (operand) =>
        `complete -c ${program} -n ${quoted(`${begins} ${words.join(" ")}`)} -a ${operand}`,
    ),
    ...flags.map((flag) => flagLine(program, `${begins} ${words.join(" ")}`, flag)),
  ]);
  const fallback = model.fallback.map((flag) => flagLine(program, begins, flag));
  return `${[...prefixFunction(begins), ...firstLines, ...commandLines, ...fallback].join("\n")}\n`;
}
