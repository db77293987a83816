/** Declares a command of a command line. */
import type { Writable } from "node:stream";
import type { Settings } from "./setting.js";

export interface Invocation {
  readonly operands: readonly string[];
  /** Flags by their names: text, `true` for a switch, a list if a flag may be repeated. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly output: Writable;
  /** Takes what is not the result: notes, and the progress on a terminal. */
  readonly errors: Writable;
}

/**
 * States what a command does when its output cannot be written: `serve` continues, and writes again as soon as that is
 * possible; `finish` runs to its end, since it has a result beside its output; `end` ends at once.
 */
export type WithoutOutput = "serve" | "finish" | "end";

export interface OptionGroup {
  /** The heading of the group in help. */
  readonly title: string;
  /** A complete command. */
  readonly example?: string;
  readonly names: readonly string[];
}

export interface Command {
  /** The full name, such as `tandem inspect block`. */
  readonly name: string;
  /** The operands, such as `FILE`, `[NAME]` if it is optional, `[NAME...]` for any number. */
  readonly operands?: readonly string[];
  /** Returns further words that an operand may be, such as names of files that come with the program. */
  operandWords?(): readonly string[];
  /** The beginning of the help. */
  readonly about: string;
  readonly options: Settings;
  /** Groups of options in help; other options are listed first. */
  readonly groups?: readonly OptionGroup[];
  /** Names of options that help does not list; `notes` says where they are explained. */
  readonly unlisted?: readonly string[];
  /** Replacements for flags of other programs, by their names. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Returns where a setting that is refused on the command line can be given instead. */
  elsewhere?(name: string): string;
  /** The end of the help. */
  readonly notes?: string;
  /**
   * Returns what the command does when its output cannot be written; without this method it finishes.
   * @param given as of `Invocation`.
   */
  withoutOutput?(given: Invocation["given"]): WithoutOutput;
  /** Runs the command and returns the exit code. */
  run(invocation: Invocation): number | Promise<number>;
}

/** The streams that a command line prints to. */
export interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable;
}
