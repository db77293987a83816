/**
 * A database opened without a byte written to its directory: LevelDB writes when it opens, so it is
 * given a directory elsewhere that has links to the table files and copies of the small files. What it
 * deletes there are links. The lock is the one of the real directory.
 */
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Level } from "level";

/** @returns a directory to open instead; whoever makes it removes it. @throws {NodeJS.ErrnoException} */
export function makeShadow(directory: string): string {
  const shadow = mkdtempSync(join(tmpdir(), "tandem-read-"));
  try {
    for (const name of readdirSync(directory)) {
      const [from, to] = [resolve(directory, name), join(shadow, name)];
      const isLinked = name === "LOCK" ? isWritable(from) : /^\d+\.(ldb|sst)$/.test(name);
      if (isLinked) symlinkSync(from, to);
      else if (/^(\d+\.log|MANIFEST-\d+|CURRENT)$/.test(name)) copyFileSync(from, to);
    }
    return shadow;
  } catch (error) {
    removeShadow(shadow);
    throw error;
  }
}

export const removeShadow = (shadow: string): void =>
  rmSync(shadow, { recursive: true, force: true });

/** LevelDB opens its lock for writing: on a disk that is mounted for reading alone nobody has it. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether another process has the database of a directory open. */
export async function isLocked(directory: string): Promise<boolean> {
  if (!existsSync(join(directory, "LOCK"))) return false;
  const probe = mkdtempSync(join(tmpdir(), "tandem-lock-"));
  try {
    symlinkSync(resolve(directory, "LOCK"), join(probe, "LOCK"));
    const db = new Level(probe);
    await db.open();
    await db.close();
    return false;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && "code" in cause && cause.code === "LEVEL_LOCKED";
  } finally {
    removeShadow(probe);
  }
}
