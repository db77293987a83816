/** Implements `tandem completion`: the shell completion of commands and flags. */
import { completionNotes, completionScript, shellOf } from "@tandem/cli";
import type { CommandBody, CommandSet } from "./command-body.js";
import { body as run } from "./run.js";

export const completionCommand = (commands: CommandSet): CommandBody => ({
  about: "Prints a script with which a shell completes commands, flags and values.",
  options: {},
  notes: completionNotes("tandem"),
  async run({ operands: [given], output }) {
    const shell = shellOf(given);
    const loaded = await Promise.all(commands.names.map(commands.load));
    output.write(completionScript(shell, "tandem", loaded, { name: "tandem run", ...run }));
    return 0;
  },
});
