/**
 * Lists every command of `tandem`. A command is loaded on demand: help does not load the virtual
 * machine.
 */
import { twoColumns } from "@tandem/cli";
import type { CommandBody, CommandSet } from "./command-body.js";

interface Entry {
  /** The operands, as in `Command.operands`. */
  readonly operands: readonly string[];
  /** The line in the help. */
  readonly summary: string;
  load(): Promise<{ readonly body: CommandBody }>;
}

const entry = (operands: string, summary: string, load: Entry["load"]): Entry => ({
  operands: operands === "" ? [] : operands.split(" "),
  summary,
  load,
});

/** The commands by their names. */
export const table: Readonly<Record<string, Entry>> = {
  run: entry("", "run a node; this is the default command", () => import("./run.js")),
  status: entry("", "show the status of a running node", () => import("./status.js")),
  tx: entry(
    "HASH",
    "show a transaction: status, block, fee, why it failed or what it waits for",
    () => import("./transaction/tx.js"),
  ),
  "headers verify": entry(
    "FILE",
    "check the merged mining of real or exported headers",
    () => import("./chain-file/headers.js"),
  ),
  export: entry(
    "FILE",
    "write the chain of a running node as RLP blocks",
    () => import("./chain-file/export.js"),
  ),
  import: entry(
    "FILE",
    "import such blocks into a running node",
    () => import("./chain-file/import.js"),
  ),
  "inspect block": entry(
    "N|HASH|latest",
    "show a block's merged mining step by step",
    () => import("./inspect/block.js"),
  ),
  "inspect forks": entry(
    "",
    "find hidden branches in Bitcoin's coinbases",
    () => import("./inspect/forks.js"),
  ),
  miner: entry(
    "",
    "mine for a running node as an external miner, like a mining pool",
    () => import("./miner/miner.js"),
  ),
  simulate: entry(
    "[FILE|NAME]",
    "run a scenario of the merge-mining simulator, or list the scenarios",
    () => import("./simulator/simulate.js"),
  ),
  study: entry(
    "[NAME...]",
    "run the study of the difficulty's equilibrium again",
    () => import("./simulator/study.js"),
  ),
  check: entry(
    "DIR",
    "read all of a stopped node's data directory and report damage",
    () => import("./data-directory/check.js"),
  ),
  repair: entry(
    "DIR",
    "replace a damaged chain by the longest part that can be verified, and keep a copy",
    () => import("./data-directory/repair.js"),
  ),
  completion: entry(
    "bash|zsh|fish",
    "print a script with which a shell completes commands and flags",
    async () => ({ body: (await import("./completion.js")).completionCommand(commands) }),
  ),
  schema: entry("", "print the JSON Schema of the settings file", () => import("./schema.js")),
  man: entry("", "print the manual page", async () => ({
    body: (await import("./man.js")).manCommand(commands),
  })),
  help: entry(
    "[COMMAND|TOPIC...]",
    "describe a command or a topic, or list all of them",
    async () => ({ body: (await import("./help.js")).helpCommand(commands) }),
  ),
  version: entry("", "print the version", () => import("./version.js")),
};

/** The width of the column of names in help. Longer names have a line of their own. */
const nameWidth = 28;

export const commands: CommandSet = {
  names: Object.keys(table),
  lines(prefix = "") {
    const rows = Object.entries(table)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { operands, summary }]) => [[name, ...operands].join(" "), summary] as const);
    return twoColumns(rows, nameWidth);
  },
  async load(name) {
    const { operands, load } = table[name] as Entry;
    return { name: `tandem ${name}`, operands, ...(await load()).body };
  },
};
