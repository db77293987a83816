/**
 * Opens a database without writing to its directory. LevelDB writes when it opens, so it opens
 * another directory with links to the table files and copies of the small files. It deletes only
 * links there. The lock is that of the real directory.
 *
 * Windows lets few users make symbolic links. A hard link is the same file there, with its lock; on another volume
 * than that of the database, its files are copied.
 */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Level } from "level";
import { makeTemporaryDirectory } from "./make-directory.js";
import { isOpenHere } from "./open-here.js";

/**
 * Creates a temporary directory to open instead; the caller deletes it.
 * @throws {NodeJS.ErrnoException}
 * @throws {Fault} `unusable-data` if there is no place for temporary files.
 */
export function linkDirectory(directory: string): string {
  const linked = makeTemporaryDirectory("tandem-read-");
  try {
    for (const name of readdirSync(directory)) {
      const [from, to] = [resolve(directory, name), join(linked, name)];
      const isLinked = name === "LOCK" ? isWritable(from) : /^\d+\.(ldb|sst)$/.test(name);
      if (isLinked) linkFile(from, to);
      else if (isCopied(name, from)) copyFileSync(from, to);
    }
    return linked;
  } catch (error) {
    removeLinks(linked);
    throw error;
  }
}

function linkFile(from: string, to: string): void {
  if (process.platform !== "win32") {
    symlinkSync(from, to);
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Returns whether it is a small file of the database, not a pipe of such a name: its files were checked before. */
const isCopied = (name: string, path: string): boolean =>
  /^(\d+\.log|MANIFEST-\d+|CURRENT)$/.test(name) && existsSync(path) && statSync(path).isFile();

export const removeLinks = (linked: string): void =>
  rmSync(linked, { recursive: true, force: true });

/**
 * Returns whether a file or a folder is writable. LevelDB opens its lock for writing: on a read-only mount no
 * process can hold it.
 */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether another process, or this thread, has the database of a directory open. */
export async function isLocked(directory: string): Promise<boolean> {
  if (isOpenHere(directory)) return true;
  const lock = join(directory, "LOCK");
  if (!existsSync(lock)) return false;
  if (process.platform === "win32") {
    const release = holdOnWindows(lock);
    release?.();
    return release === undefined;
  }
  const probe = makeTemporaryDirectory("tandem-lock-");
  try {
    symlinkSync(resolve(lock), join(probe, "LOCK"));
    const db = new Level(probe);
    await db.open();
    await db.close();
    return false;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && "code" in cause && cause.code === "LEVEL_LOCKED";
  } finally {
    removeLinks(probe);
  }
}

/**
 * Opens the lock file of a database, so that no process opens the database meanwhile: on Windows only one can have it open
 * for writing.
 * @returns what closes it; undefined if another process has the database open.
 * @throws {NodeJS.ErrnoException} when it cannot be opened for another reason.
 */
export function holdOnWindows(lock: string): (() => void) | undefined {
  try {
    const descriptor = openSync(lock, "r+");
    return () => closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EBUSY") return undefined;
    throw error;
  }
}
