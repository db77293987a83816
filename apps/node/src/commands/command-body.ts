import type { Command } from "@tandem/cli";

/** A command without its name and operands, which are in the table of commands. */
export type CommandBody = Omit<Command, "name" | "operands">;
