/**
 * Refuses writes while the directory of an open database is gone, or another one is in its place: LevelDB writes on into
 * removed files until it needs a new one, and the blocks would be lost.
 */
import { type BigIntStats, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "@tandem/primitives";
import type { DatabaseOptions, WritableDatabase } from "./writable-database.js";

/** LevelDB keeps this file open, so that no other one can have its inode. */
const lockFile = "LOCK";

/** Returns the status of the lock; undefined if it cannot be read. */
function lockOf(directory: string): BigIntStats | undefined {
  try {
    return statSync(join(directory, lockFile), { bigint: true });
  } catch {
    return undefined;
  }
}

/** Guards an open database in a directory, and calls `onSpace` as `StoreOptions` says. */
export function keepInPlace(
  database: WritableDatabase,
  directory: string,
  onSpace: DatabaseOptions["onSpace"],
): WritableDatabase {
  const opened = lockOf(directory);
  const message =
    `the data directory ${directory} was removed or replaced while it was in use: nothing is written until it is ` +
    "back in its place. Restart the node to begin with what is there now";
  let wasGone = false;
  const isInPlace = () => {
    const lock = lockOf(directory);
    const isThere = lock?.ino === opened?.ino && lock?.dev === opened?.dev;
    if (isThere === wasGone) onSpace?.(isThere ? undefined : message);
    wasGone = !isThere;
    return isThere;
  };
  return {
    ...database,
    freeSpace: () =>
      isInPlace() ? database.freeSpace() : { freeBytes: undefined, isWritable: false },
    async write(operations) {
      if (!isInPlace()) throw new Fault({ code: "no-space", message });
      await database.write(operations);
    },
  };
}
