/**
 * Checks the files of a LevelDB before it is opened. LevelDB deletes files that no manifest names,
 * creates a new database if CURRENT is missing, skips damaged records of its log, verifies no
 * checksum when it reads, and ends the process at some damages.
 */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { readWhole } from "../read-whole.js";
import { tables } from "../tables/tables.js";
import { type Checksum, loadChecksum } from "./crc32c.js";
import { readLogFile } from "./log-file.js";
import { filesOf, type LevelFiles } from "./manifest.js";
import { checkTableFile } from "./table-file.js";

export interface FileDamage {
  /** Name of the file in the directory. */
  readonly file: string;
  /**
   * The kind of damage:
   * - missing, unreadable: the file does not exist, or the system cannot read it.
   * - size: it is shorter or longer than the manifest says.
   * - footer, form: it does not have the format of such a file.
   * - checksum: a block or record does not have its checksum.
   * - hole: a record of the write-ahead log does not have its checksum, and later ones follow.
   */
  readonly rule: "missing" | "unreadable" | "size" | "footer" | "form" | "checksum" | "hole";
  readonly offset?: number;
  /** Names of the tables whose rows the damaged block may contain. */
  readonly tables?: readonly string[];
}

export interface FilesReport {
  /** Is false if the directory has no database yet, or one whose creation was not finished. */
  readonly isDatabase: boolean;
  readonly damages: readonly FileDamage[];
  /** Write-ahead logs whose last records are damaged: LevelDB drops those, and then the file. */
  readonly brokenLogs: readonly string[];
  /** Whether the write-ahead log is missing, and no other damage was found. */
  readonly isLogMissing: boolean;
  /** Table files that were not read, since the limit of bytes was reached. */
  readonly unread: readonly string[];
}

const empty: FilesReport = {
  isDatabase: false,
  damages: [],
  brokenLogs: [],
  isLogMissing: false,
  unread: [],
};

/**
 * Checks the files.
 * @param bytesMax of table files to read, the newest first.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function inspectLevelFiles(
  directory: string,
  bytesMax: number,
  leaving?: AbortSignal,
): Promise<FilesReport> {
  const names = namesIn(directory);
  if (!names.includes("CURRENT")) {
    const isBegun = names.some((name) => isDataFile(name) && sizeOf(directory, name) > 0);
    if (!isBegun) return empty;
    return { ...empty, isDatabase: true, damages: [{ file: "CURRENT", rule: "missing" }] };
  }
  const checksum = await loadChecksum();
  try {
    const files = readManifest(directory, names, checksum);
    const logs = checkLogs(directory, names, files, checksum);
    const tables = await checkTables(directory, names, files, { checksum, bytesMax, leaving });
    const damages = [...logs.damages, ...tables.damages];
    return { ...empty, ...logs, ...tables, isDatabase: true, damages };
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    return { ...empty, isDatabase: true, damages: [error.damage] };
  }
}

class DamagedFile extends Error {
  readonly damage: FileDamage;
  constructor(damage: FileDamage) {
    super(damage.rule);
    this.damage = damage;
  }
}

/** Returns the names in a directory. @throws {NodeJS.ErrnoException} if it cannot be read. */
const namesIn = (directory: string): string[] => readdirSync(directory);

const isDataFile = (name: string) => numberOf(name, ["ldb", "sst", "log"]) !== undefined;

/** Returns the number in the name of a file with one of these extensions. */
function numberOf(name: string, endings: readonly string[]): number | undefined {
  const [, digits, ending] = /^(\d+)\.(\w+)$/.exec(name) ?? [];
  return ending !== undefined && endings.includes(ending) ? Number(digits) : undefined;
}

const sizeOf = (directory: string, name: string) => lstatSync(join(directory, name)).size;

function read(directory: string, file: string): Uint8Array {
  try {
    return readWhole(join(directory, file));
  } catch {
    throw new DamagedFile({ file, rule: "unreadable" });
  }
}

function readManifest(directory: string, names: readonly string[], checksum: Checksum): LevelFiles {
  const current = Buffer.from(read(directory, "CURRENT")).toString();
  const [, file] = /^(MANIFEST-\d+)\n$/.exec(current) ?? [];
  if (file === undefined) throw new DamagedFile({ file: "CURRENT", rule: "form" });
  if (!names.includes(file)) throw new DamagedFile({ file, rule: "missing" });
  const { records, ending, offset = 0 } = readLogFile(read(directory, file), checksum);
  if (ending !== "clean" && ending !== "cut") {
    throw new DamagedFile({ file, rule: "checksum", offset });
  }
  try {
    if (records.length > 0) return filesOf(records);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new DamagedFile({ file, rule: "form" });
}

function checkLogs(
  directory: string,
  names: readonly string[],
  { logNumber, tables: live }: LevelFiles,
  checksum: Checksum,
): Pick<FilesReport, "damages" | "brokenLogs" | "isLogMissing"> {
  const logs = names.filter((name) => (numberOf(name, ["log"]) ?? -1) >= logNumber);
  const damages: FileDamage[] = [];
  const brokenLogs: string[] = [];
  for (const file of logs) {
    const { ending, offset = 0 } = readLogFile(read(directory, file), checksum);
    if (ending === "hole") damages.push({ file, rule: "hole", offset });
    if (ending === "broken-end") brokenLogs.push(file);
  }
  const newest = Math.max(...logs.map((file) => numberOf(file, ["log"]) as number));
  for (const file of brokenLogs) {
    // Records of a newer log follow the lost ones.
    if (numberOf(file, ["log"]) !== newest) damages.push({ file, rule: "hole" });
  }
  const isLogMissing = logNumber > 0 && !logs.some((file) => numberOf(file, ["log"]) === logNumber);
  const isUnknownTable = (name: string) => {
    const number = numberOf(name, ["ldb", "sst"]);
    return number !== undefined && !live.has(number);
  };
  if (isLogMissing && (logs.length > 0 || names.some(isUnknownTable))) {
    damages.push({ file: `${logNumber}`.padStart(6, "0").concat(".log"), rule: "missing" });
  }
  return { damages, brokenLogs, isLogMissing };
}

interface TablesCheck {
  readonly checksum: Checksum;
  readonly bytesMax: number;
  readonly leaving: AbortSignal | undefined;
}

async function checkTables(
  directory: string,
  names: readonly string[],
  { tables: live }: LevelFiles,
  { checksum, bytesMax, leaving }: TablesCheck,
): Promise<Pick<FilesReport, "damages" | "unread">> {
  const damages: FileDamage[] = [];
  const unread: string[] = [];
  let bytes = 0;
  for (const [number, size] of [...live].sort(([a], [b]) => b - a)) {
    const base = `${number}`.padStart(6, "0");
    const file = names.includes(`${base}.sst`) ? `${base}.sst` : `${base}.ldb`;
    if (!names.includes(file)) damages.push({ file, rule: "missing" });
    else if (sizeOf(directory, file) !== size) damages.push({ file, rule: "size" });
    else if (bytes + size > bytesMax) unread.push(file);
    else {
      bytes += size;
      damages.push(...damagesOfTable(directory, file, checksum));
      if (isSliceOver()) await nextSlice();
      leaving?.throwIfAborted();
    }
  }
  return { damages, unread };
}

function damagesOfTable(
  directory: string,
  file: string,
  checksum: Checksum,
): readonly FileDamage[] {
  try {
    return checkTableFile(read(directory, file), checksum).map(({ rule, offset, key, after }) => {
      const names = key && tablesBetween(after, key);
      return { file, rule, offset, ...(names === undefined ? {} : { tables: names }) };
    });
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    return [error.damage];
  }
}

/** Returns the names of the tables between the last keys of two consecutive blocks. */
function tablesBetween(after: Uint8Array | undefined, upTo: Uint8Array): readonly string[] {
  const [first = "", last] = [after && nameIn(after), nameIn(upTo)];
  return tables
    .map(({ name }) => name)
    .filter((name) => first <= name && (last === undefined || name <= last))
    .sort();
}

/**
 * Returns the table's name, which prefixes its keys between exclamation marks; a key of an index
 * block has at least its beginning.
 */
const nameIn = (key: Uint8Array): string | undefined =>
  /^!([a-z-]+)/.exec(Buffer.from(key).toString("latin1"))?.[1];
