/**
 * Opens the database of a data directory. LevelDB creates a new one if the file CURRENT is missing,
 * and deletes the files that it finds; transactions would then be sent a second time. Therefore a
 * database is created only if there was none, and its files are checked.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileReason } from "@tandem/cli";
import { inspectLevelFiles, isLocked, makeDirectory } from "@tandem/store/files";
import { Level } from "level";

/** Thrown when the data directory cannot be used. The message names the remedy. */
export class UnusableStore extends Error {}

/** File that marks a directory in which a database was created. */
const marker = "RELAY";

const directoryMode = 0o700;
const fileMode = 0o600;

/** Matches the data files of LevelDB. */
const dataFile = /^\d+\.(ldb|sst|log)$/;

/** @throws {UnusableStore} when it cannot be opened, is damaged, or when data files exist without CURRENT. */
export async function openLevel(directory: string): Promise<Level<string, string>> {
  try {
    makeDirectory(directory);
    const names = readdirSync(directory);
    const isThere = names.includes("CURRENT");
    const wasThere = names.some((name) => name === marker || dataFile.test(name));
    if (wasThere && !isThere) throw new Error("its file CURRENT is missing, restore a copy");
    if (isThere) await assertWhole(directory);
    tighten(directory, names);
    // The checks come first: a Level object opens and creates its database by itself.
    const db = new Level<string, string>(directory);
    await db.open({ createIfMissing: !isThere, errorIfExists: !isThere });
    try {
      mark(join(directory, marker));
      tighten(directory, readdirSync(directory));
    } catch (error) {
      await db.close();
      throw error;
    }
    return db;
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const isInUse = reason instanceof Error && "code" in reason && reason.code === "LEVEL_LOCKED";
    const hint = isInUse ? "; does another relay use it?" : "";
    const message = `the data directory ${directory} cannot be opened: ${fileReason(reason)}${hint}`;
    throw new UnusableStore(message, { cause });
  }
}

/**
 * LevelDB skips damaged records without an error: payments would be sent again, and wallets of users given to others.
 * @throws naming the first file that is damaged.
 */
async function assertWhole(directory: string): Promise<void> {
  try {
    const report = await inspectLevelFiles(directory, Number.POSITIVE_INFINITY);
    const { damages, brokenLogs, isLogMissing } = report;
    const [file] = [...damages.map((one) => one.file), ...brokenLogs];
    if (file !== undefined) {
      throw new Error(`its file ${file} is damaged or missing, restore a copy`);
    }
    if (isLogMissing) throw new Error("its log is missing, restore a copy");
  } catch (error) {
    // The files of an open database change meanwhile; LevelDB then says that it is open. Only this question needs a
    // folder for temporary files.
    if (!(await isLocked(directory))) throw error;
  }
}

function mark(path: string): void {
  if (existsSync(path)) return;
  const file = openSync(path, "w", fileMode);
  fsyncSync(file);
  closeSync(file);
}

/**
 * Restricts the files to their owner. A directory that also contains other files stays unchanged.
 * An open database may delete files at any time, when it compacts.
 * @param names of files that existed a moment ago.
 */
export function tighten(directory: string, names: readonly string[]): void {
  const ours = names.filter(
    (name) => dataFile.test(name) || /^(CURRENT|LOCK|LOG|RELAY|MANIFEST-)/.test(name),
  );
  if (ours.length === names.length) chmodSync(directory, directoryMode);
  for (const name of ours) {
    try {
      chmodSync(join(directory, name), fileMode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}
