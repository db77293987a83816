/**
 * One LevelDB, read synchronously, written in batches. A batch is the only way to write, so what
 * belongs together lands together or not at all.
 */
import type { BlockHash, CorruptData, DamagedRow, Fault } from "@tandem/primitives";
import { countWrites, type LostWrites, lostWritesOf } from "./count-writes.js";
import { createDamages, type Damages } from "./damages.js";
import { type Database, type FreeSpace, type Operation, openDatabase } from "./database.js";
import { type KeyRange, type Row, readRanges } from "./read-ranges.js";
import { loadRowDigest } from "./tables/row-digest.js";
import type { Table } from "./tables/table.js";
import { writeCount } from "./tables/tables.js";

type Snapshot = ReturnType<Database["snapshot"]>;

/** Both included. */
export interface Ends<K> {
  readonly from: K;
  readonly to: K;
}

export interface Range<K> extends Ends<K> {
  readonly limit: number;
}

/** A consistent view: what is written after it was taken is not seen through it. */
export interface Reader {
  get<K, V>(table: Table<K, V>, key: K): V | undefined;
  has<K, V>(table: Table<K, V>, key: K): boolean;
  /** Keys from `from` up to and including `to`, in order, at most `limit`. */
  keys<K, V>(table: Table<K, V>, range: Range<K>): Promise<K[]>;
  /** The same with their values. */
  entries<K, V>(table: Table<K, V>, range: Range<K>): Promise<[K, V][]>;
  /**
   * The same of several ranges: a list for each, of at most `limit` rows.
   * @param ranges in the order of their keys; no two overlap.
   */
  entriesOfEach<K, V>(
    table: Table<K, V>,
    ranges: readonly Ends<K>[],
    limit: number,
  ): Promise<[K, V][][]>;
  /**
   * Notes that a row does not belong to its key, or is missing where others name it.
   * @returns the fault `corrupt-data` to throw.
   */
  damaged(row: DamagedRow, cause?: unknown): Fault;
}

export interface StoreSnapshot extends Reader {
  close(): Promise<void>;
}

export interface Batch {
  put<K, V>(table: Table<K, V>, key: K, value: V): void;
  delete<K, V>(table: Table<K, V>, key: K): void;
  /**
   * Writes the whole batch or nothing, synced to the disk when the store is durable. A batch
   * commits once.
   * @throws {Fault} `no-space` when the disk is full; nothing was written.
   */
  commit(): Promise<void>;
}

export interface Store extends Reader {
  batch(): Batch;
  snapshot(): StoreSnapshot;
  /** Returns the free space on the disk. */
  freeSpace(): FreeSpace;
  readonly opening: OpeningReport;
  /** Returns the first damaged row that was met since the database was opened. */
  damage(): CorruptData | undefined;
  /** Remembers outside the database which block is the newest, to tell what is lost should its end be. */
  noteNewest(height: number, hash: BlockHash): void;
  close(): Promise<void>;
}

/** Reports the state of the files when the database was opened. */
export interface OpeningReport {
  /** Whether nothing can be written until it is opened again, since the disk was full. */
  readonly isReadOnly: boolean;
  /** Indicates whether others than its owner can read its directory, and that could not be changed. */
  readonly isExposed: boolean;
  /** Whether the write-ahead log was missing: what was written last may have been in it. */
  readonly isLogMissing: boolean;
  /** Indicates whether the record of the last write is damaged: nobody knows whether a last write is lost. */
  readonly isRecordDamaged: boolean;
  /** Write-ahead logs with a damaged end; a copy of each is kept beside it. */
  readonly brokenLogs: readonly string[];
  /** Writes the database lacks though they were acknowledged; undefined where it has all. */
  readonly lostWrites: LostWrites | undefined;
}

export interface StoreOptions {
  /** A folder of its own, made when it is not there; undefined: in memory, gone when it is closed. */
  readonly directory: string | undefined;
  /** Wait for the disk at every commit, so that a power cut or `kill -9` loses nothing. */
  readonly isDurable: boolean;
  /**
   * Bytes of the volume that stay free, by default none: LevelDB writes more than it is given when
   * it puts its files in order.
   */
  readonly freeBytesMin?: number;
  /** Not a byte of the directory is changed, whose files are known to be sound. */
  readonly isReadOnly?: boolean;
}

/** @throws {Fault} `unusable-data` when the folder is in use, is damaged, or cannot be read or written. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { freeBytesMin = 0 } = options;
  // The digest is compiled on another thread while LevelDB opens.
  const [{ db, write, freeSpace, close, isReadOnly, state }] = await Promise.all([
    openDatabase({ ...options, freeBytesMin }),
    loadRowDigest(),
  ]);
  const prefixes = new Prefixes(db);
  const damages = createDamages();
  const reader = readerOf({ db, prefixes, damages }, undefined);
  const { directory, isDurable } = options;
  // What is not synced may be lost and nobody was told otherwise.
  const counted = directory !== undefined && isDurable && !isReadOnly ? directory : undefined;
  const writes = countWrites(counted, reader.get(writeCount, "only") ?? 0n);
  const countKey = prefixes.key(writeCount, "only");
  const writeCounted = (operations: readonly Operation[]) =>
    writes.run((count) => {
      const value = writeCount.value.encode(count);
      return write([...operations, { type: "put", key: countKey, value }]);
    });
  return {
    ...reader,
    batch: () => batchOf(counted === undefined ? write : writeCounted, prefixes),
    snapshot() {
      const snapshot = db.snapshot();
      return { ...readerOf({ db, prefixes, damages }, snapshot), close: () => snapshot.close() };
    },
    freeSpace,
    opening: {
      isReadOnly,
      isExposed: state?.isExposed ?? false,
      isLogMissing: state?.isLogMissing ?? false,
      isRecordDamaged: state?.isRecordDamaged ?? false,
      brokenLogs: state?.brokenLogs ?? [],
      lostWrites: lostWritesOf(directory, reader.get(writeCount, "only")),
    },
    damage: damages.first,
    noteNewest: writes.noteNewest,
    async close() {
      writes.close();
      await close();
    },
  };
}

/** Prefix of each table's keys, as `abstract-level` gives sublevels theirs. */
class Prefixes {
  readonly #db: Database;
  readonly #known = new Map<string, Uint8Array>();

  constructor(db: Database) {
    this.#db = db;
  }

  of(name: string): Uint8Array {
    let prefix = this.#known.get(name);
    if (prefix === undefined) {
      const sublevel = this.#db.sublevel<Uint8Array, Uint8Array>(name, { keyEncoding: "view" });
      prefix = sublevel.prefixKey(new Uint8Array(0), "view");
      this.#known.set(name, prefix);
    }
    return prefix;
  }

  key<K, V>(table: Table<K, V>, key: K): Uint8Array {
    const prefix = this.of(table.name);
    const encoded = table.key.encode(key);
    const out = new Uint8Array(prefix.length + encoded.length);
    out.set(prefix);
    out.set(encoded, prefix.length);
    return out;
  }
}

/**
 * Returns bytes as a Uint8Array. LevelDB returns Buffers, whose slice() does not copy as a
 * Uint8Array's does.
 */
const plain = (bytes: Uint8Array) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

interface Reading {
  readonly db: Database;
  readonly prefixes: Prefixes;
  readonly damages: Damages;
}

function readerOf({ db, prefixes, damages }: Reading, snapshot: Snapshot | undefined): Reader {
  const at = snapshot === undefined ? {} : { snapshot };
  const getBytes = <K, V>(table: Table<K, V>, key: K) => {
    const encoded = prefixes.key(table, key);
    try {
      const found = db.getSync<Uint8Array, Uint8Array>(encoded, at);
      return found && plain(found);
    } catch (cause) {
      const key = bareKey(table, encoded);
      throw damages.note({ table: table.name, key, rule: "row/unreadable" }, cause);
    }
  };
  const keyRange = <K, V>(table: Table<K, V>, { from, to }: Ends<K>): KeyRange => ({
    gte: prefixes.key(table, from),
    lte: prefixes.key(table, to),
  });
  const bounds = <K, V>(table: Table<K, V>, range: Range<K>) => ({
    ...keyRange(table, range),
    limit: range.limit,
    ...at,
  });
  const bareKey = <K, V>(table: Table<K, V>, key: Uint8Array) =>
    plain(key).subarray(prefixes.of(table.name).length);
  const listed = async <K, V, Found>(
    table: Table<K, V>,
    { from }: Ends<K>,
    reading: Promise<Found[]>,
  ): Promise<Found[]> => {
    try {
      return await reading;
    } catch (cause) {
      const key = table.key.encode(from);
      throw damages.note({ table: table.name, key, rule: "rows/unreadable" }, cause);
    }
  };
  /** @throws {Fault} `corrupt-data` for bytes that are no value of the table. */
  const decodeValue = <K, V>(table: Table<K, V>, key: () => Uint8Array, bytes: Uint8Array) => {
    try {
      return table.value.decode(bytes);
    } catch (cause) {
      throw damages.note({ table: table.name, key: key(), rule: "row/form" }, cause);
    }
  };
  const decodeRow = <K, V>(table: Table<K, V>, [key, value]: Row): [K, V] => {
    const bare = bareKey(table, key);
    return [table.key.decode(bare), decodeValue(table, () => bare, plain(value))];
  };
  return {
    damaged: damages.note,
    get(table, key) {
      const bytes = getBytes(table, key);
      return bytes === undefined
        ? undefined
        : decodeValue(table, () => table.key.encode(key), bytes);
    },
    has: (table, key) => getBytes(table, key) !== undefined,
    async keys(table, range) {
      const reading = db.keys<Uint8Array>(bounds(table, range)).all();
      const found = await listed(table, range, reading);
      return found.map((key) => table.key.decode(bareKey(table, key)));
    },
    async entries(table, range) {
      const reading = db.iterator<Uint8Array, Uint8Array>(bounds(table, range)).all();
      const found = await listed(table, range, reading);
      return found.map((row) => decodeRow(table, row));
    },
    async entriesOfEach(table, ranges, limit) {
      const [first, last] = [ranges[0], ranges.at(-1)];
      if (first === undefined || last === undefined) return [];
      const whole = { from: first.from, to: last.to };
      const rows = db.iterator<Uint8Array, Uint8Array>({ ...keyRange(table, whole), ...at });
      const keyRanges = ranges.map((range) => keyRange(table, range));
      const found = await listed(table, whole, readRanges(rows, keyRanges, limit));
      return found.map((some) => some.map((row) => decodeRow(table, row)));
    },
  };
}

function batchOf(
  write: (operations: readonly Operation[]) => Promise<void>,
  prefixes: Prefixes,
): Batch {
  const operations: Operation[] = [];
  return {
    put(table, key, value) {
      const operation = { key: prefixes.key(table, key), value: table.value.encode(value) };
      operations.push({ type: "put", ...operation });
    },
    delete: (table, key) => {
      operations.push({ type: "del", key: prefixes.key(table, key) });
    },
    commit: () => write(operations.splice(0)),
  };
}
