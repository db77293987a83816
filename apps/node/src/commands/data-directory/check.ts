/**
 * Implements `tandem check DIR`: reads a whole data directory and reports damage. It changes nothing.
 */

import type { Writable } from "node:stream";
import { ExitCode, jsonFlag, printable, readFlags } from "@tandem/cli";
import { configFlags, configOf } from "../../config/config.js";
import type { ResolvedSettings } from "../../config/resolved-settings.js";
import type { CommandBody } from "../command-body.js";
import { untilSignal } from "../until-signal.js";
import { type Examination, examine } from "./examine.js";
import { nodeFlags, nodeFlagsNote } from "./node-flags.js";
import { describeDamages, describeRead } from "./report-damages.js";

export const body: CommandBody = {
  about: "Reads all of a stopped node's data directory and reports damage. Nothing is changed.",
  options: { json: jsonFlag, ...configFlags },
  unlisted: nodeFlags,
  notes: `${nodeFlagsNote}

Exit code: 0 intact, 1 damaged or in use by a node, 2 DIR is no data directory or a flag is wrong, 130 a
signal ended it.`,
  async run({ operands: [directory = ""], given, output, errors }) {
    const settings = configOf(given, process.env);
    const { json: isJson } = readFlags({ json: jsonFlag }, given);
    const asked = { directory, settings, isJson, output };
    const isSound = await untilSignal((leaving) => check(asked, leaving));
    if (isSound !== undefined) return isSound ? ExitCode.done : ExitCode.failed;
    errors.write("tandem: check: stopped before the end; nothing was changed\n");
    return ExitCode.interrupted;
  },
};

interface Asked {
  readonly directory: string;
  readonly settings: ResolvedSettings;
  readonly isJson: boolean;
  readonly output: Writable;
}

/**
 * @returns whether the directory is intact.
 * @throws {UsageError}
 * @throws {Fault} `unusable-data` if it cannot be read, or if a node runs on it.
 */
async function check(
  { directory, settings, isJson, output }: Asked,
  leaving: AbortSignal,
): Promise<boolean> {
  const found = await examine("check", directory, settings, leaving);
  try {
    const lines = isJson
      ? [toJson(directory, found)]
      : toSentences(directory, found).map(printable);
    output.write(`${lines.join("\n")}\n`);
    return found.isSound;
  } finally {
    await found.close();
  }
}

function toSentences(directory: string, found: Examination): string[] {
  if (found.isSound) return [describeRead(found), `${directory} is sound`];
  return [
    describeRead(found),
    ...describeDamages(found),
    `${directory} is damaged: run \`tandem repair ${directory}\` to keep the longest chain that can ` +
      "be verified, or restore a backup; nothing was changed",
  ];
}

function toJson(directory: string, { files, chain, isSound }: Examination): string {
  return JSON.stringify({
    directory,
    isSound,
    head: chain.head ?? null,
    sideBlocks: chain.sideBlocks,
    stateNodes: chain.stateNodes,
    files,
    rows: { damaged: chain.count, first: chain.findings },
  });
}
