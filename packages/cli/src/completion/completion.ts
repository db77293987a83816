/** Generates shell completion of commands and flags from the declarations of the commands. */
import type { Command } from "../command.js";
import { UsageError } from "../usage-error.js";
import { bashCompletion } from "./bash.js";
import { fishCompletion } from "./fish.js";
import { type CompletionModel, completionModel } from "./model.js";
import { zshCompletion } from "./zsh.js";

const writers = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} satisfies Readonly<Record<string, (model: CompletionModel) => string>>;

export type Shell = keyof typeof writers;

const shells = Object.keys(writers) as Shell[];

/** Parses the operand of a command `completion`. @throws {UsageError} if it names no shell. */
export function shellOf(given: string | undefined): Shell {
  const shell = shells.find((one) => one === given);
  if (shell === undefined) {
    throw new UsageError(`completion: expected ${shells.join(", ")}, got ${given}`);
  }
  return shell;
}

/**
 * Writes the script of a shell. It proposes commands, flags, literal operands and the values of
 * enumerations; files elsewhere.
 * @param program the name of the program.
 * @param fallback the command that runs if none is named.
 */
export const completionScript = (
  shell: Shell,
  program: string,
  commands: readonly Command[],
  fallback: Command,
): string => writers[shell](completionModel(program, commands, fallback));

/** Returns instructions for loading the script of a program's command `completion`. */
export const completionNotes = (program: string): string =>
  `bash, in ~/.bashrc:
  source <(${program} completion bash)
zsh, in ~/.zshrc, after compinit:
  source <(${program} completion zsh)
fish, once:
  ${program} completion fish > ~/.config/fish/completions/${program}.fish`;
