/** Generates shell completion of commands and flags from the declarations of the commands. */
import type { Command } from "./command.js";
import type { Settings } from "./setting.js";

const quoted = (words: readonly string[]) => `'${words.join(" ").replaceAll("'", "'\\''")}'`;

/** Returns the flags that a command line may have. */
const visible = (options: Settings) =>
  Object.entries(options).filter(([, { isOffCommandLine }]) => !isOffCommandLine);

/**
 * Writes the script for bash; zsh reads it too, after `bashcompinit`. It proposes commands, flags and
 * values of enumerations; files elsewhere.
 * @param program the name of the program.
 * @param fallback the command that runs if none is named.
 */
export function completionScript(
  program: string,
  commands: readonly Command[],
  fallback: Command,
): string {
  const flagsOf = ({ options }: Command) => [
    ...visible(options).map(([name]) => `--${name}`),
    "--help",
  ];
  const named = commands.map((command) => ({
    words: command.name.slice(program.length + 1).split(" "),
    flags: flagsOf(command),
  }));
  const groups = new Map<string, typeof named>();
  for (const one of named) {
    const first = one.words[0] as string;
    groups.set(first, [...(groups.get(first) ?? []), one]);
  }
  const cases = [...groups].flatMap(([first, members]) =>
    members
      .map(({ words, flags }) => `    ' ${words.join(" ")} '*) names=${quoted(flags)} ;;`)
      .concat(
        members.some(({ words }) => words.length === 1)
          ? []
          : `    ' ${first} '*) names=${quoted(members.map(({ words }) => words[1] as string))} ;;`,
      ),
  );
  const values = new Map(commands.flatMap(({ options }) => visible(options)));
  const afterFlags = [...values]
    .filter(([, { kind }]) => kind !== "switch")
    .map(([name, { valueName = "" }]) => {
      const alternatives = valueName.split("|").filter((one) => one !== one.toUpperCase());
      const proposed = `COMPREPLY=($(compgen -W ${quoted(alternatives)} -- "$word"));`;
      return `    --${name}) ${alternatives.length === 0 ? "" : `${proposed} `}return ;;`;
    });
  const name = `_${program.replaceAll("-", "_")}`;
  return `${[
    `${name}() {`,
    `  local word="\${COMP_WORDS[COMP_CWORD]}" names=`,
    `  case "\${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...afterFlags,
    "  esac",
    `  case " \${COMP_WORDS[*]:1:COMP_CWORD-1} " in`,
    ...cases,
    `    '  ') names=${quoted([...groups.keys(), ...flagsOf(fallback)])} ;;`,
    `    *) names=${quoted(flagsOf(fallback))} ;;`,
    "  esac",
    `  COMPREPLY=($(compgen -W "$names" -- "$word"))`,
    "}",
    `complete -o default -F ${name} ${program}`,
  ].join("\n")}\n`;
}
