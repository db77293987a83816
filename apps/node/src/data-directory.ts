/** Opens the folder of the chain's database: a permanent folder, a temporary one, or none in memory. */
import { existsSync, rmSync, statSync } from "node:fs";
import { fileReason } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import { makeDirectory, makeTemporaryDirectory } from "@tandem/store";
import { repairedName } from "./commands/data-directory/swap-directories.js";

export interface DataDirectory {
  /** Is undefined for a database in memory. */
  readonly path: string | undefined;
  readonly isKept: boolean;
  /** Removes a temporary folder; leaves a permanent one alone. */
  dispose(): void;
}

/** @throws {Fault} `unusable-data` if the folder cannot be created. */
export function openDataDirectory(kept: string | undefined, isInMemory: boolean): DataDirectory {
  if (kept === undefined && isInMemory) return { path: undefined, isKept: false, dispose() {} };
  if (kept === undefined) {
    const path = makeTemporaryDirectory("tandem-");
    return { path, isKept: false, dispose: () => rmSync(path, { recursive: true, force: true }) };
  }
  if (!existsSync(kept) && existsSync(repairedName(kept))) {
    const message =
      `a repair of the data directory ${kept} was interrupted before its last step: ` +
      `run \`tandem repair ${kept}\` to complete it`;
    throw new Fault({ code: "unusable-data", message });
  }
  let isFile: boolean;
  try {
    isFile = statSync(kept, { throwIfNoEntry: false })?.isFile() === true;
    if (!isFile) makeDirectory(kept);
  } catch (cause) {
    const message = `the data directory ${kept} cannot be created: ${fileReason(cause)}`;
    throw new Fault({ code: "unusable-data", message }, { cause });
  }
  if (isFile) {
    const message = `the data directory ${kept} is a file: give a folder, which may be new`;
    throw new Fault({ code: "unusable-data", message });
  }
  return { path: kept, isKept: true, dispose() {} };
}
