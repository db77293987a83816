/**
 * Keeps the write-ahead logs of a database under second names while it is opened: LevelDB passes over a log that it
 * cannot read, and deletes it. A repair reads what is kept (`salvageDatabase`).
 */
import { copyFileSync, existsSync, linkSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keptName } from "../directory.js";
import { readWhole } from "../read-whole.js";

const logFile = /^\d+\.log$/;

const logsIn = (directory: string) => readdirSync(directory).filter((name) => logFile.test(name));

const keptLog = new RegExp(`^${keptName("")}\\d+\\.log$`);

/** Returns whether a log is kept in the directory. */
export const hasKeptLogs = (directory: string): boolean =>
  readdirSync(directory).some((name) => keptLog.test(name));

/** @throws {NodeJS.ErrnoException} if a log cannot be read. */
export function assertReadableLogs(directory: string): void {
  for (const name of logsIn(directory)) readWhole(join(directory, name));
}

/**
 * Gives the logs second names, apart from those that have one.
 * @param areCopied whether they are copied where the file system has no second names.
 * @returns the new paths.
 * @throws {NodeJS.ErrnoException} if a log cannot be copied.
 */
export function keepLogs(directory: string, areCopied: boolean): string[] {
  return logsIn(directory).flatMap((name) => {
    const [path, kept] = [join(directory, name), join(directory, keptName(name))];
    if (existsSync(kept)) return [];
    try {
      linkSync(path, kept);
    } catch {
      if (!areCopied) return [];
      copyFileSync(path, kept);
    }
    return [kept];
  });
}

/** Removes what was kept, once the database has it. */
export function dropLogs(kept: readonly string[]): void {
  for (const path of kept) rmSync(path, { force: true });
}
