/** Opens the folder of the chain's database: a permanent folder, a temporary one, or none in memory. */
import { existsSync, lstatSync, realpathSync, rmSync, statSync } from "node:fs";
import { fileReason, UsageError } from "@tandem/cli";
import { unusableData } from "@tandem/primitives";
import { makeDirectory, makeTemporaryDirectory } from "@tandem/store";
import { behindLinks } from "../files/replaced-file.js";
import { repairedName } from "../files/swap-directories.js";
import { writeFailure } from "../files/write-failure.js";

export interface DataDirectory {
  /** Is the same text for each name of a folder, and undefined for a database in memory. */
  readonly path: string | undefined;
  readonly isKept: boolean;
  /** Removes a temporary folder; leaves a permanent one alone. */
  dispose(): void;
}

/**
 * @throws {UsageError} if no folder can have the name.
 * @throws {Fault} `unusable-data` after an interrupted repair, `no-space` on a full disk.
 */
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
    throw unusableData(message);
  }
  try {
    makeKept(kept);
    // LevelDB recognizes a database that this process has open by the text of its path, and a program may change the
    // current folder while a node runs in it.
    return { path: realpathSync.native(kept), isKept: true, dispose() {} };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const message = `the data directory ${kept} cannot be created: ${fileReason(cause)}`;
    throw writeFailure(message, cause);
  }
}

/** Creates a folder that is missing. @throws {UsageError} if the name is that of something else. */
function makeKept(kept: string): void {
  const found = statSync(kept, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) {
    const kind = found.isFile() ? "a file" : "not a folder";
    throw new UsageError(`the data directory ${kept} is ${kind}: give a folder, which may be new`);
  }
  if (found === undefined && isLink(kept)) {
    // The disk with the folder may not be mounted: a new chain beside it would hide the old one.
    const reason = `is a link to ${behindLinks(kept)}, which does not exist: create or mount it`;
    throw new UsageError(`the data directory ${kept} ${reason}`);
  }
  makeDirectory(kept);
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
