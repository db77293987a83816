import type { Command } from "@tandem/cli";

/** A command without its name and operands, which the table of commands has. */
export type CommandBody = Omit<Command, "name" | "operands">;
