/**
 * Copies everything that can be read of a damaged database into a new database. All tables and logs
 * of the directory are read, including those that the manifest does not name: their rows must be
 * verified before use.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "./database/database.js";
import type { WritableDatabase } from "./database/writable-database.js";
import { type Checksum, loadChecksum } from "./level-files/crc32c.js";
import type { Entry } from "./level-files/entry.js";
import { readBatch, readLogRecords } from "./level-files/read-log.js";
import { isTableFile, readTable } from "./level-files/read-table.js";
import { readWhole } from "./read-whole.js";

const sequenceMax = 2n ** 64n - 1n;
const suffixBytes = 8;
const operationsPerBatch = 2_000;
const deletedMark = Uint8Array.of(0);
const putMark = Uint8Array.of(1);

/**
 * Salvages a database. @param source is only read. @param target a directory that does not exist
 * yet.
 * @param leaving ends it when it is aborted.
 * @returns the number of rows found.
 * @throws {Fault} `no-space`. @throws {NodeJS.ErrnoException} if `source` is no directory.
 * @throws the reason of `leaving`, once it is aborted.
 */
export async function salvageDatabase(
  source: string,
  target: string,
  leaving?: AbortSignal,
): Promise<number> {
  const checksum = await loadChecksum();
  const gathered = join(target, "gathered");
  mkdirSync(gathered, { recursive: true });
  const options = { isDurable: false, freeBytesMin: 0 };
  const versions = await openDatabase({ ...options, directory: gathered });
  try {
    for (const file of readdirSync(source).filter((name) => dataFile.test(name))) {
      await writeEntries(entriesOf(bytesOf(join(source, file)), file, checksum), versions, leaving);
    }
    const rows = await openDatabase({ ...options, directory: join(target, "rows") });
    try {
      return await keepNewest(versions, rows, leaving);
    } finally {
      await rows.close();
    }
  } finally {
    await versions.close();
  }
}

/** Returns the directory of the rows below the target of `salvageDatabase`. */
export const salvagedRows = (target: string): string => join(target, "rows");

/** Includes copies of logs that an earlier opening made, and the write record. */
const dataFile = /^(damaged-)?(\d+\.(ldb|sst|log)|LAST-WRITE)$/;

/** Reads a file; one that the system cannot read is returned as empty. */
function bytesOf(path: string): Uint8Array {
  try {
    return readWhole(path);
  } catch {
    return new Uint8Array(0);
  }
}

/**
 * Iterates over a file's entries. Its kind is detected by its bytes, since its name may be wrong.
 */
function* entriesOf(bytes: Uint8Array, file: string, checksum: Checksum): Generator<Entry> {
  if (isTableFile(bytes)) return yield* readTable(bytes, checksum);
  const [first] = readLogRecords(bytes, checksum);
  if (first === undefined && !file.endsWith(".log")) return yield* readTable(bytes, checksum);
  for (const record of readLogRecords(bytes, checksum)) yield* batchOf(record);
}

function batchOf(record: Uint8Array): readonly Entry[] {
  try {
    return readBatch(record);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Writes every version of a row under its key and sequence, the newest first. */
async function writeEntries(
  entries: Iterable<Entry>,
  { write }: WritableDatabase,
  leaving: AbortSignal | undefined,
): Promise<void> {
  let operations: Parameters<typeof write>[0][number][] = [];
  for (const { key, sequence, value } of entries) {
    const suffix = Buffer.alloc(suffixBytes);
    suffix.writeBigUInt64BE(sequenceMax - sequence);
    const marked = value === undefined ? deletedMark : Buffer.concat([putMark, value]);
    operations.push({ type: "put", key: Buffer.concat([key, suffix]), value: marked });
    if (operations.length < operationsPerBatch) continue;
    await write(operations);
    leaving?.throwIfAborted();
    operations = [];
  }
  await write(operations);
}

async function keepNewest(
  versions: WritableDatabase,
  rows: WritableDatabase,
  leaving: AbortSignal | undefined,
): Promise<number> {
  let count = 0;
  let last: Uint8Array | undefined;
  let operations: Parameters<typeof rows.write>[0][number][] = [];
  for await (const [versioned, marked] of versions.db.iterator()) {
    const key = versioned.subarray(0, versioned.length - suffixBytes);
    if (last !== undefined && Buffer.compare(last, key) === 0) continue;
    last = key;
    if (marked[0] === deletedMark[0]) continue;
    count++;
    operations.push({ type: "put", key, value: marked.subarray(1) });
    if (operations.length < operationsPerBatch) continue;
    await rows.write(operations);
    leaving?.throwIfAborted();
    operations = [];
  }
  await rows.write(operations);
  return count;
}
