/**
 * Checks and protects the directory of a database: an existing one is never taken for empty,
 * damaged files are not passed to LevelDB, and only the owner can read the files.
 */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { counted, Fault, unusableData } from "@tandem/primitives";
import { messageOf } from "@tandem/runtime";
import { isOpenToOthers } from "@tandem/runtime/files";
import { type FileDamage, type FilesReport, inspectLevelFiles } from "./level-files/inspect.js";
import { storeLimits } from "./limits.js";
import { directoryMode, fileMode, makeDirectory } from "./make-directory.js";
import { isWriteRecordDamaged, writeRecordFile } from "./write-record.js";

/** Marks that the directory has contained a database. */
const markerFile = "TANDEM";

const markerText =
  "This directory holds the database of a Tandem node. Do not remove this file: it says that a\n" +
  "database was made here, so that a node never begins a new one in its place.\n";

export interface DirectoryState extends FilesReport {
  /** Whether other users could read it, and its mode could not be changed. */
  readonly isExposed: boolean;
  /** Whether the record of the last write cannot be decoded; a copy of it is kept. */
  readonly isRecordDamaged: boolean;
}

/**
 * Creates the directory if it is missing, and checks its files.
 * @param isLocked returns whether another process has the database open.
 * @param leaving ends the check when it is aborted.
 * @throws {Fault} `unusable-data` if it cannot be created or read, its database is missing, or its
 * files are damaged: the message names the file and the table, and what to do.
 */
export async function prepareDirectory(
  directory: string,
  isLocked: () => Promise<boolean>,
  leaving?: AbortSignal,
): Promise<DirectoryState> {
  const state = await readState(directory, leaving);
  if (!state.isDatabase && existsSync(join(directory, markerFile))) {
    throw unusableData(
      `the database in ${directory} is gone: its file ${markerFile} says that there was one. ` +
        "Restore a backup, or choose another data directory",
    );
  }
  const isAmiss = state.damages.length + state.brokenLogs.length > 0 || state.isLogMissing;
  // A database that another process writes has incomplete files.
  if (isAmiss && (await isLocked())) throw inUse(directory);
  const [damage] = state.damages;
  if (damage !== undefined) throw damaged(directory, damage, state.damages.length);
  for (const file of state.brokenLogs) keepCopy(directory, file);
  const isRecordDamaged = state.isDatabase && isWriteRecordDamaged(directory);
  if (isRecordDamaged) keepCopy(directory, writeRecordFile);
  return { ...state, isRecordDamaged, isExposed: !tighten(directory, state.isDatabase) };
}

async function readState(
  directory: string,
  leaving: AbortSignal | undefined,
): Promise<FilesReport> {
  try {
    makeDirectory(directory);
    return await inspectLevelFiles(directory, storeLimits.openingCheckBytesMax, leaving);
  } catch (cause) {
    leaving?.throwIfAborted();
    if (cause instanceof Fault) throw cause;
    const reason = messageOf(cause);
    throw unusableData(
      `the data directory ${directory} cannot be opened (${reason}): check that it is a folder this user can write`,
      cause,
    );
  }
}

/** Marks the directory as one that holds a database, after it was opened. */
export function markDirectory(directory: string): void {
  const path = join(directory, markerFile);
  if (existsSync(path)) return;
  const file = openSync(path, "w", fileMode);
  try {
    writeSync(file, markerText);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns the name under which a log is kept for a repair (`salvageDatabase`). */
export const keptName = (file: string): string => `damaged-${file}`;

/** Copies a file, since LevelDB drops the damaged end of a log and deletes the log. */
function keepCopy(directory: string, file: string): void {
  const copy = join(directory, keptName(file));
  if (existsSync(copy)) return;
  try {
    const path = join(directory, file);
    // The copy of a pipe would not end.
    if (!statSync(path).isFile()) throw new Error("it is not a file");
    copyFileSync(path, copy, constants.COPYFILE_EXCL);
  } catch (cause) {
    const reason = messageOf(cause);
    throw unusableData(
      `${file} in ${directory} is damaged, and no copy of it can be made (${reason}): ` +
        `run \`tandem check ${directory}\``,
      cause,
    );
  }
}

const rowsFile = /^\d+\.(ldb|sst|log)$/;

/**
 * Returns whether a database may contain rows. It contains none if the node that began it was ended before its
 * first write.
 */
export function mayHoldRows(directory: string): boolean {
  if (existsSync(join(directory, writeRecordFile))) return true;
  const files = readdirSync(directory).filter((name) => rowsFile.test(name));
  return files.some((name) => {
    const status = lstatSync(join(directory, name));
    return !status.isFile() || status.size > 0;
  });
}

const ours =
  /^(\d+\.(ldb|sst|log)|MANIFEST-\d+|CURRENT|LOCK|LOG|LOG\.old|TANDEM|LAST-WRITE|damaged-.*)$/;

/**
 * Removes the permissions of other users; an open database may have deleted the file since it was
 * listed.
 */
function restrictFile(path: string): void {
  try {
    chmodSync(path, fileMode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/**
 * Removes the permissions of other users, in a directory that is empty or has a database.
 * @returns false if some remain.
 */
export function tighten(directory: string, hasDatabase: boolean): boolean {
  try {
    const names = readdirSync(directory);
    const isOurs = hasDatabase || names.length === 0;
    if (isOurs) chmodSync(directory, directoryMode);
    for (const name of names) if (ours.test(name)) restrictFile(join(directory, name));
    return !isOpenToOthers(directory);
  } catch {
    return false;
  }
}

/** The maximum number of tables in a message. */
const tablesNamedMax = 4;

/** Describes the damage, as a clause that begins with the file. */
export const describeDamage = ({ file, rule, offset, tables = [] }: FileDamage): string => {
  const place = offset === undefined ? file : `${file} at byte ${offset}`;
  const names = tables.slice(0, tablesNamedMax).map((name) => `"${name}"`);
  const others = tables.length - names.length;
  const all = `${names.join(", ")}${others > 0 ? ` and ${counted(others, "other")}` : ""}`;
  const rows = names.length === 0 ? "" : `, where rows of the table ${all} are,`;
  return `${place}${rows} ${ruleWords[rule]}`;
};

const ruleWords: Readonly<Record<FileDamage["rule"], string>> = {
  missing: "is missing",
  unreadable: "cannot be read",
  size: "does not have the size it was written with",
  footer: "does not end as a table file",
  form: "does not have the format of such a file",
  checksum: "does not have its checksum",
  hole: "is damaged, and later writes follow: blocks would be missing from the middle of the chain",
};

function damaged(directory: string, damage: FileDamage, count: number): Fault {
  const more = count === 1 ? "" : ` (and ${counted(count - 1, "more damage")})`;
  return unusableData(
    `the database in ${directory} is damaged: ${describeDamage(damage)}${more}. Nothing was changed: ` +
      `run \`tandem check ${directory}\` to see what it contains, and \`tandem repair ${directory}\` to ` +
      "save its longest whole chain, or restore a backup",
  );
}

export const inUse = (directory: string, cause?: unknown): Fault =>
  unusableData(
    `the data directory ${directory} is in use by another process: stop it, or choose another data directory`,
    cause,
  );
