/** `tandem check DIR`: reads all of a data directory and says what is damaged. It changes nothing. */
import type { Writable } from "node:stream";
import { type Examination, examine, readDirectoryArgs } from "./examine.js";
import { describeDamages, describeRead } from "./report-damages.js";

/**
 * @param args the directory, then `--json` and flags of the node, which tell the chain.
 * @returns 0 for a directory that is sound, 1 for one that is damaged.
 * @throws {UsageError} @throws {Fault} `unusable-data` where it cannot be read, or a node runs on it.
 */
export async function runCheck(args: readonly string[], output: Writable): Promise<number> {
  const { directory, config, switches } = readDirectoryArgs("check", args, ["--json"]);
  const found = await examine("check", directory, config);
  try {
    const lines = switches.includes("--json")
      ? [toJson(directory, found)]
      : toSentences(directory, found);
    output.write(`${lines.join("\n")}\n`);
    return found.isSound ? 0 : 1;
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
