/** Writes the completion script of bash. */
import {
  byFirstWord,
  type CompletedFlag,
  type CompletionModel,
  functionName,
  quoted,
  valueFlags,
} from "./model.js";

const names = (flags: readonly CompletedFlag[]) => flags.map(({ name }) => `--${name}`);
const words = (all: readonly string[]) => quoted(all.join(" "));

export function bashCompletion(model: CompletionModel): string {
  const groups = byFirstWord(model);
  const cases = [...groups].flatMap(([first, members]) => [
    ...members.map(
      (member) =>
        `    ' ${member.words.join(" ")} '*) names=${words([...member.operands, ...names(member.flags)])} ;;`,
    ),
    ...(members.some((member) => member.words.length === 1)
      ? []
      : [`    ' ${first} '*) names=${words(members.map((one) => one.words[1] as string))} ;;`]),
  ]);
  const afterFlags = valueFlags(model).map(({ name, values }) => {
    const proposed = `COMPREPLY=($(compgen -W ${words(values)} -- "$word")); `;
    return `    --${name}) ${values.length === 0 ? "" : proposed}return ;;`;
  });
  const name = functionName(model.program);
  return `${[
    `${name}() {`,
    `  local word="\${COMP_WORDS[COMP_CWORD]}" names=`,
    `  case "\${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...afterFlags,
    "  esac",
    `  case " \${COMP_WORDS[*]:1:COMP_CWORD-1} " in`,
    ...cases,
    `    '  ') names=${words([...groups.keys(), ...names(model.fallback)])} ;;`,
    `    *) names=${words(names(model.fallback))} ;;`,
    "  esac",
    `  COMPREPLY=($(compgen -W "$names" -- "$word"))`,
    "}",
    `complete -o default -F ${name} ${model.program}`,
  ].join("\n")}\n`;
}
