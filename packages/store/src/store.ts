/**
 * A LevelDB that is read synchronously and written in batches. A batch is the only way to write, so
 * related rows are written together or not at all.
 */
import { basename } from "node:path";
import type { BlockHash, CorruptData, DamagedRow } from "@tandem/primitives";
import { countWrites, type LostWrites, lostWritesOf } from "./count-writes.js";
import { createDamages } from "./damages.js";
import { openDatabase, openSharedDatabase } from "./database/database.js";
import { dropLogs } from "./database/kept-logs.js";
import type { FreeSpace, Operation, Sharing } from "./database/writable-database.js";
import { keptName } from "./directory.js";
import {
  closedFault,
  isClosed,
  Prefixes,
  type Reader,
  readerOf,
  type Snapshot,
  type Source,
} from "./reader.js";
import { loadRowDigest } from "./tables/row-digest.js";
import type { TableView } from "./tables/table.js";
import { writeCount } from "./tables/tables.js";

/** Reads the database as it was when the snapshot was created. */
export interface StoreSnapshot extends Reader {
  close(): Promise<void>;
}

export interface Batch {
  put<K, V>(table: TableView<K, V>, key: K, value: V): void;
  delete<K, V>(table: TableView<K, V>, key: K): void;
  /**
   * Writes the whole batch or nothing, synced to the disk if the store is durable. A batch commits
   * once.
   * @throws {Fault} `no-space` when the disk is full; nothing was written.
   */
  commit(): Promise<void>;
}

/** Reads the tables, also through snapshots. */
export interface ReadableStore extends Reader {
  snapshot(): StoreSnapshot;
  close(): Promise<void>;
}

export interface Store extends ReadableStore {
  batch(): Batch;
  /** Returns the free space on the disk. */
  freeSpace(): FreeSpace;
  readonly opening: OpeningReport;
  /** Returns the first damaged row that was found since the database was opened. */
  damage(): CorruptData | undefined;
  /** Records the newest block outside the database, to report lost writes after a damage. */
  noteNewest(height: number, hash: BlockHash): void;
}

/** Reports the state of the files when the database was opened. */
export interface OpeningReport {
  /** Whether nothing can be written until it is opened again, since the disk was full. */
  readonly isReadOnly: boolean;
  /**
   * Whether users other than its owner can read its directory, and its mode could not be changed.
   */
  readonly isExposed: boolean;
  /** Whether the write-ahead log was missing, which may have contained the last writes. */
  readonly isLogMissing: boolean;
  /** Whether the record of the last write is damaged: lost writes cannot be detected. */
  readonly isRecordDamaged: boolean;
  /** Write-ahead logs with a damaged end. */
  readonly brokenLogs: readonly string[];
  /** The names under which logs are kept: those with a damaged end, and all if acknowledged writes are lost. */
  readonly keptLogs: readonly string[];
  /** Acknowledged writes that the database lacks; undefined if it has all. */
  readonly lostWrites: LostWrites | undefined;
}

export interface StoreOptions {
  /**
   * The directory of the database, created if missing; undefined: in memory, lost when it is
   * closed.
   */
  readonly directory: string | undefined;
  /**
   * Whether every commit waits for the disk, so that a power failure or `kill -9` loses nothing.
   */
  readonly isDurable: boolean;
  /**
   * Bytes of the volume that stay free, by default none: LevelDB's compaction writes more than the
   * rows.
   */
  readonly freeBytesMin?: number;
  /** Whether nothing is written to the directory, whose files were checked before. */
  readonly isReadOnly?: boolean;
  /** Ends the check of the files when it is aborted, with its reason. */
  readonly leaving?: AbortSignal | undefined;
  /** Allows threads of this process to open the same database; see `openSharedStore`. */
  readonly sharing?: Sharing | undefined;
  /**
   * Is called once with the reason when nothing more can be written, as on a full disk, and once with undefined
   * when writing is possible again. It is noticed by a write or by `freeSpace`.
   */
  readonly onSpace?: ((problem: string | undefined) => void) | undefined;
}

/**
 * Opens a store. @throws {Fault} `unusable-data` when the directory is in use, is damaged, or
 * cannot be read or written.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { freeBytesMin = 0 } = options;
  // The digest is compiled on another thread while LevelDB opens.
  const [{ db, write, freeSpace, close, isReadOnly, state, keptLogs = [] }] = await Promise.all([
    openDatabase({ ...options, freeBytesMin }),
    loadRowDigest(),
  ]);
  const prefixes = new Prefixes(db);
  const damages = createDamages();
  const reader = readsOf({ db, prefixes, damages });
  const { directory, isDurable } = options;
  // Writes that are not synced may be lost, and were not acknowledged as durable.
  const counted = directory !== undefined && isDurable && !isReadOnly ? directory : undefined;
  const writes = countWrites(counted, reader.get(writeCount, "only") ?? 0n);
  const countKey = prefixes.key(writeCount, "only");
  const writeCounted = (operations: readonly Operation[]) =>
    writes.run((count) => {
      const value = writeCount.value.encode(count, countKey);
      return write([...operations, { type: "put", key: countKey, value }]);
    });
  const lostWrites = lostWritesOf(directory, reader.get(writeCount, "only"));
  if (lostWrites === undefined) dropLogs(keptLogs);
  const brokenLogs = state?.brokenLogs ?? [];
  return {
    ...reader,
    batch: () => batchOf(counted === undefined ? write : writeCounted, prefixes),
    freeSpace,
    opening: {
      isReadOnly,
      isExposed: state?.isExposed ?? false,
      isLogMissing: state?.isLogMissing ?? false,
      isRecordDamaged: state?.isRecordDamaged ?? false,
      brokenLogs,
      keptLogs: [
        ...brokenLogs.map(keptName),
        ...(lostWrites === undefined ? [] : keptLogs.map((path) => basename(path))),
      ],
      lostWrites,
    },
    damage: damages.first,
    noteNewest: writes.noteNewest,
    async close() {
      writes.close();
      await close();
    },
  };
}

/**
 * Opens the database of a directory that another thread of this process has open and shares.
 * Nothing is written. It must be closed before that thread closes its own.
 * @param directory the same text: LevelDB treats another spelling as another database.
 * @param onDamage receives each damaged row that is found.
 */
export async function openSharedStore(
  directory: string,
  onDamage: (row: DamagedRow) => void,
): Promise<ReadableStore> {
  const [db] = await Promise.all([openSharedDatabase(directory), loadRowDigest()]);
  const { note, first } = createDamages();
  const damages = {
    first,
    note(row: DamagedRow, cause?: unknown) {
      onDamage(row);
      return note(row, cause);
    },
  };
  const source = { db, prefixes: new Prefixes(db), damages };
  return { ...readsOf(source), close: () => db.close() };
}

/** Returns the reads of an open database. */
function readsOf(source: Source): Omit<ReadableStore, "close"> {
  return {
    ...readerOf(source, undefined),
    snapshot() {
      const snapshot = snapshotOf(source);
      return { ...readerOf(source, snapshot), close: () => snapshot.close() };
    },
  };
}

/** @throws {Fault} `no-space` while the database is closed. */
function snapshotOf({ db }: Source): Snapshot {
  try {
    return db.snapshot();
  } catch (cause) {
    throw isClosed(cause) ? closedFault(cause) : cause;
  }
}

function batchOf(
  write: (operations: readonly Operation[]) => Promise<void>,
  prefixes: Prefixes,
): Batch {
  const operations: Operation[] = [];
  const put = (name: string, key: Uint8Array, value: Uint8Array) =>
    operations.push({ type: "put", key: prefixes.join(name, key), value });
  return {
    put({ name, key: keys, value: values }, key, value) {
      const encoded = keys.encode(key);
      put(name, encoded, values.encode(value, encoded));
    },
    delete: (table, key) => {
      operations.push({ type: "del", key: prefixes.key(table, key) });
    },
    commit: () => write(operations.splice(0)),
  };
}
