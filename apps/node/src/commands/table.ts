/**
 * Lists every command of `tandem`. A command is loaded on demand: help does not load the virtual
 * machine.
 */
import type { Command } from "@tandem/cli";
import type { CommandBody } from "./command-body.js";

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
    () => import("./completion.js"),
  ),
  schema: entry("", "print the JSON Schema of the settings file", () => import("./schema.js")),
  man: entry("", "print the manual page", () => import("./man.js")),
  help: entry(
    "[COMMAND|TOPIC...]",
    "describe a command or a topic, or list all of them",
    () => import("./help.js"),
  ),
  version: entry("", "print the version", () => import("./version.js")),
};

export const commandNames = Object.keys(table);

/** @param name one of `commandNames`. */
export async function loadCommand(name: string): Promise<Command> {
  const { operands, load } = table[name] as Entry;
  return { name: `tandem ${name}`, operands, ...(await load()).body };
}
