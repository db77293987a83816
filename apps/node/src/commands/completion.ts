/** Implements `tandem completion`: the shell completion of commands and flags. */
import { completionNotes, completionScript, shells, UsageError } from "@tandem/cli";
import type { CommandBody } from "./command-body.js";
import { body as run } from "./run.js";
import { commandNames, loadCommand } from "./table.js";

export const body: CommandBody = {
  about: "Prints a script with which a shell completes commands, flags and values.",
  options: {},
  notes: completionNotes("tandem"),
  async run({ operands: [given], output }) {
    const shell = shells.find((one) => one === given);
    if (shell === undefined) {
      throw new UsageError(`completion: expected ${shells.join(", ")}, got ${given}`);
    }
    const commands = await Promise.all(commandNames.map(loadCommand));
    output.write(completionScript(shell, "tandem", commands, { name: "tandem run", ...run }));
    return 0;
  },
};
