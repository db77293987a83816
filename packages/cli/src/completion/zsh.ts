/** Writes the completion script of zsh, with a description beside each proposal. */
import {
  byFirstWord,
  type CompletedCommand,
  type CompletedFlag,
  type CompletionModel,
  functionName,
  quoted,
  valueFlags,
} from "./model.js";

/** Returns one proposal of `_describe`; a colon separates the word and its description. */
const proposal = (word: string, about: string) => quoted(`${word}:${about}`);

const flagProposals = (flags: readonly CompletedFlag[]) =>
  flags.map(({ name, about }) => proposal(`--${name}`, about));

const aboutOf = (members: readonly CompletedCommand[]): string => {
  const [only, another] = members;
  return another === undefined ? (only?.about ?? "") : `${members.length} commands`;
};

export function zshCompletion(model: CompletionModel): string {
  const groups = byFirstWord(model);
  const cases = [...groups].flatMap(([first, members]) => [
    ...members.map(
      (member) =>
        `    ' ${member.words.join(" ")} '*) names=(${[...member.operands.map(quoted), ...flagProposals(member.flags)].join(" ")}) ;;`,
    ),
    ...(members.some((member) => member.words.length === 1)
      ? []
      : [
          `    ' ${first} '*) names=(${members.map((one) => proposal(one.words[1] as string, one.about)).join(" ")}) ;;`,
        ]),
  ]);
  const afterFlags = valueFlags(model).map(({ name, values }) =>
    values.length === 0
      ? `    --${name}) _files; return ;;`
      : `    --${name}) names=(${values.map(quoted).join(" ")}); _describe value names; return ;;`,
  );
  const name = functionName(model.program);
  const first = [...groups].map(([word, members]) => proposal(word, aboutOf(members)));
  return `${[
    `#compdef ${model.program}`,
    `${name}() {`,
    "  local -a names",
    '  case "$words[CURRENT-1]" in',
    ...afterFlags,
    "  esac",
    `  case " \${words[2,CURRENT-1]} " in`,
    ...cases,
    `    '  ') names=(${[...first, ...flagProposals(model.fallback)].join(" ")}) ;;`,
    `    *) names=(${flagProposals(model.fallback).join(" ")}) ;;`,
    "  esac",
    "  _describe word names",
    "  _files",
    "}",
    `compdef ${name} ${model.program}`,
  ].join("\n")}\n`;
}
