/** Implements `tandem man`: the manual page, from the declarations of the commands. */
import { manPage } from "@tandem/cli";
import { environmentPrefix } from "../config/settings.js";
import { version } from "../version.js";
import type { CommandBody, CommandSet } from "./command-body.js";

/** Returns the manual page of `tandem`, section 1. */
export async function tandemManPage(commands: CommandSet): Promise<string> {
  return manPage({
    program: "tandem",
    version,
    summary: "an EVM chain merge-mined with Bitcoin",
    description:
      "Runs a node of an EVM chain that is merge-mined with Bitcoin. Without a command it runs a development node with funded accounts, which mines a block for each transaction. The other commands query a running node, read or write its chain, examine its data directory, and simulate merge-mining pools.",
    commands: await Promise.all(commands.names.map(commands.load)),
    environmentPrefix,
  });
}

export const manCommand = (commands: CommandSet): CommandBody => ({
  about: "Prints the manual page.",
  options: {},
  notes: `To read it, or to install it for man tandem:
  tandem man | man -l -
  tandem man > ~/.local/share/man/man1/tandem.1`,
  async run({ output }) {
    output.write(await tandemManPage(commands));
    return 0;
  },
});
