/**
 * Locks a data directory and creates a temporary directory, for tools that inspect a database while
 * no node runs.
 */

import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unusableData } from "@tandem/primitives";
import { openDatabase } from "./database/database.js";
import { inUse } from "./directory.js";
import { holdOnWindows, isLocked, isWritable } from "./linked-directory.js";
import { makeTemporaryDirectory } from "./make-directory.js";

export interface Workspace {
  /** The temporary directory. */
  readonly path: string;
  /** Releases the lock and deletes the temporary directory. */
  close(): Promise<void>;
}

/**
 * Acquires the lock of a data directory, so that no node opens it meanwhile. Nothing is written to
 * it.
 * @throws {Fault} `unusable-data` when another process has the lock.
 */
export async function openWorkspace(directory: string): Promise<Workspace> {
  const path = makeTemporaryDirectory("tandem-check-");
  const remove = async () => rmSync(path, { recursive: true, force: true });
  try {
    const release = await holdLock(resolve(directory, "LOCK"), join(path, "lock"), directory);
    return {
      path,
      async close() {
        await release();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Opens an empty database that uses the given lock file, or, on Windows, that file alone. If the file does not exist, no
 * process holds the lock.
 */
async function holdLock(
  lock: string,
  path: string,
  directory: string,
): Promise<() => Promise<void>> {
  if (!existsSync(lock) || !isWritable(lock)) return async () => {};
  if (process.platform === "win32") {
    const release = holdOnWindows(lock);
    if (release === undefined) throw inUse(directory);
    return async () => release();
  }
  mkdirSync(path);
  symlinkSync(lock, join(path, "LOCK"));
  if (await isLocked(directory)) throw inUse(directory);
  try {
    const { close } = await openDatabase({ directory: path, isDurable: false, freeBytesMin: 0 });
    return close;
  } catch (cause) {
    const reason = statSync(lock).isFile()
      ? `${tmpdir()} cannot be written: free some space, or set TMPDIR to a folder on another disk`
      : "its LOCK is not a file: remove it";
    throw unusableData(`the data directory ${directory} cannot be locked: ${reason}`, cause);
  }
}
