/** Implements `tandem completion`: the shell completion of commands and flags. */
import { completionScript } from "@tandem/cli";
import type { CommandBody } from "./command-body.js";
import { body as run } from "./run.js";
import { commandNames, loadCommand } from "./table.js";

export const body: CommandBody = {
  about: "Writes the script by which a shell completes commands, flags and values.",
  options: {},
  notes: `bash, in ~/.bashrc:   source <(tandem completion)
zsh, in ~/.zshrc:     autoload -U +X bashcompinit && bashcompinit; source <(tandem completion)`,
  async run({ output }) {
    const commands = await Promise.all(commandNames.map(loadCommand));
    output.write(completionScript("tandem", commands, { name: "tandem run", ...run }));
    return 0;
  },
};
