/** Implements `tandem help`: all commands with the flags of a node, or one command. */
import { helpOf } from "@tandem/cli";
import { version } from "../version.js";
import type { CommandBody } from "./command-body.js";
import { findCommand } from "./find.js";
import { loadCommand, table } from "./table.js";

/** Returns the lines of the commands whose name begins with the prefix. */
export function commandLines(prefix = ""): string {
  const rows = Object.entries(table)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, { operands, summary }]) => [["tandem", name, ...operands].join(" "), summary]);
  const width = Math.max(...rows.map(([usage = ""]) => usage.length)) + 2;
  return rows.map(([usage = "", summary]) => `  ${usage.padEnd(width)}${summary}\n`).join("");
}

/** Returns the help of `tandem`: the commands, and the flags of the one that runs a node. */
export async function helpText(): Promise<string> {
  const run = await loadCommand("run");
  return `Tandem v${version}: an EVM chain merge-mined with Bitcoin

Commands, each with --help of its own:
${commandLines()}
${helpOf({ ...run, name: "tandem [run]" })}`;
}

export const body: CommandBody = {
  about: "Explains a command, or lists them all.",
  options: {},
  async run({ operands, output }) {
    const isWhole = operands.length === 0 || operands.join(" ") === "run";
    output.write(isWhole ? await helpText() : helpOf((await findCommand(operands)).command));
    return 0;
  },
};
