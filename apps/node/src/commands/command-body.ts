import type { Command } from "@tandem/cli";

/** A command without its name and operands, which are in the table of commands. */
export type CommandBody = Omit<Command, "name" | "operands">;

/** Lists all commands, for those that are about the others. */
export interface CommandSet {
  readonly names: readonly string[];
  /** Returns the lines of help about the commands whose name begins with the prefix; about all by default. */
  lines(prefix?: string): string;
  /** Loads a command. @param name one of `names`. */
  load(name: string): Promise<Command>;
}
