/** Reads the rows of tables from a database or from a snapshot of it. */
import { createPassing, type DamagedRow, Fault, isNoSpace } from "@tandem/primitives";
import type { Damages } from "./damages.js";
import type { Database } from "./database/writable-database.js";
import { type KeyRange, type Row, readRanges } from "./read-ranges.js";
import type { TableView } from "./tables/table.js";

export type Snapshot = ReturnType<Database["snapshot"]>;

/** The ends of a range of keys, both included. */
export interface Ends<K> {
  readonly from: K;
  readonly to: K;
}

export interface Range<K> extends Ends<K> {
  readonly limit: number;
}

const passedKey = createPassing();

/** Reads rows. Every read throws {Fault} `corrupt-data` for rows that cannot be read or decoded. */
export interface Reader {
  /** Reads a row. @param height of the block that the row belongs to, for error messages. */
  get<K, V>(table: TableView<K, V>, key: K, height?: number): V | undefined;
  /** Reads a row whose value may be large, and decodes it in steps. */
  getSteps<K, V>(table: TableView<K, V>, key: K, height?: number): Generator<void, V | undefined>;
  has<K, V>(table: TableView<K, V>, key: K): boolean;
  /** Lists keys from `from` up to and including `to`, in order, at most `limit`. */
  keys<K, V>(table: TableView<K, V>, range: Range<K>): Promise<K[]>;
  /** Lists such keys with their values. */
  entries<K, V>(table: TableView<K, V>, range: Range<K>): Promise<[K, V][]>;
  /**
   * Lists the rows of several ranges: a list for each, of at most `limit` rows.
   * @param ranges in the order of their keys, without overlap.
   */
  entriesOfEach<K, V>(
    table: TableView<K, V>,
    ranges: readonly Ends<K>[],
    limit: number,
  ): Promise<[K, V][][]>;
  /**
   * Records that a row does not match its key, or is missing although others name it.
   * @returns the fault `corrupt-data` to throw, or the cause if it is `no-space`.
   */
  damaged(row: DamagedRow, cause?: unknown): Fault;
}

/** Caches the key prefix of each table, which `abstract-level` determines for its sublevel. */
export class Prefixes {
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

  key<K, V>({ name, key: codec }: TableView<K, V>, key: K): Uint8Array {
    return this.join(name, codec.encode(key));
  }

  /** Puts the prefix of a table before an encoded key. */
  join(name: string, encoded: Uint8Array): Uint8Array {
    const prefix = this.of(name);
    const out = new Uint8Array(prefix.length + encoded.length);
    out.set(prefix);
    out.set(encoded, prefix.length);
    return out;
  }
}

/**
 * Returns bytes as a Uint8Array. LevelDB returns Buffers, whose slice() does not copy, unlike that
 * of a Uint8Array.
 */
const plain = (bytes: Uint8Array) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** The source of a reader: the database, or a snapshot of it. */
export interface Source {
  readonly db: Database;
  readonly prefixes: Prefixes;
  readonly damages: Damages;
}

/** Reads and decodes rows, and records those that are damaged. */
class Rows {
  readonly #db: Database;
  readonly #prefixes: Prefixes;
  readonly #damages: Damages;
  readonly #at: { readonly snapshot?: Snapshot };

  constructor({ db, prefixes, damages }: Source, at: { readonly snapshot?: Snapshot }) {
    this.#db = db;
    this.#prefixes = prefixes;
    this.#damages = damages;
    this.#at = at;
  }

  /** Reads the bytes of a row. @param key with its prefix. */
  bytes<K, V>(table: TableView<K, V>, key: Uint8Array, height?: number): Uint8Array | undefined {
    try {
      return this.#db.getSync<Uint8Array, Uint8Array>(passedKey(key), this.#at);
    } catch (cause) {
      throw this.unreadable(table, key, { rule: "row/unreadable", cause, height });
    }
  }

  ends<K, V>(table: TableView<K, V>, { from, to }: Ends<K>): KeyRange {
    return { gte: this.#prefixes.key(table, from), lte: this.#prefixes.key(table, to) };
  }

  bounds<K, V>(table: TableView<K, V>, range: Range<K>) {
    return { ...this.ends(table, range), limit: range.limit, ...this.#at };
  }

  /** Reads a list of rows. @throws {Fault} `corrupt-data` when the database cannot read them. */
  async listed<K, V, Found>(
    table: TableView<K, V>,
    { from }: Ends<K>,
    read: () => Promise<Found[]>,
  ): Promise<Found[]> {
    try {
      return await read();
    } catch (cause) {
      const key = this.#prefixes.key(table, from);
      throw this.unreadable(table, key, { rule: "rows/unreadable", cause });
    }
  }

  /** Returns a key without the prefix of its table. */
  bareKey({ name }: Pick<TableView<never, never>, "name">, key: Uint8Array): Uint8Array {
    return plain(key).subarray(this.#prefixes.of(name).length);
  }

  /**
   * Decodes a value. @param key with its prefix. @throws {Fault} `corrupt-data` for bytes that are
   * no value of the table.
   */
  value<K, V>(table: TableView<K, V>, key: Uint8Array, found: Uint8Array, height?: number): V {
    const bytes = this.#verified(table, key, found, height);
    try {
      return table.value.decode(bytes);
    } catch (cause) {
      throw this.unreadable(table, key, { rule: "row/form", cause, height });
    }
  }

  /** Decodes a value in steps, like `value`. */
  *valueSteps<K, V>(
    table: TableView<K, V>,
    key: Uint8Array,
    found: Uint8Array,
    height?: number,
  ): Generator<void, V> {
    const bytes = this.#verified(table, key, found, height);
    try {
      if (table.value.decodeSteps === undefined) return table.value.decode(bytes);
      return yield* table.value.decodeSteps(bytes);
    } catch (cause) {
      throw this.unreadable(table, key, { rule: "row/form", cause, height });
    }
  }

  #verified<K, V>(
    table: TableView<K, V>,
    key: Uint8Array,
    found: Uint8Array,
    height: number | undefined,
  ): Uint8Array {
    const bytes = plain(found);
    const rule = table.value.verify?.(bytes, this.bareKey(table, key));
    if (rule === undefined) return bytes;
    throw this.unreadable(table, key, { rule, height });
  }

  row<K, V>(table: TableView<K, V>, [key, value]: Row): [K, V] {
    return [table.key.decode(this.bareKey(table, key)), this.value(table, key, value)];
  }

  /** Returns the fault for a row that cannot be read. */
  unreadable<K, V>(
    table: TableView<K, V>,
    key: Uint8Array,
    why: {
      readonly rule: string;
      readonly cause?: unknown;
      readonly height?: number | undefined;
    },
  ): Fault {
    const { rule, cause, height } = why;
    if (isClosed(cause)) return closedFault(cause);
    const row = { table: table.name, key: this.bareKey(table, key), height, rule };
    return this.#damages.note(row, cause);
  }
}

/** The errors of a database, a snapshot and an iterator that were closed, because the database is opened again. */
const closedCodes: readonly unknown[] = [
  "LEVEL_DATABASE_NOT_OPEN",
  "LEVEL_SNAPSHOT_NOT_OPEN",
  "LEVEL_ITERATOR_NOT_OPEN",
];

export const isClosed = (error: unknown): boolean =>
  error instanceof Error && "code" in error && closedCodes.includes(error.code);

export function closedFault(cause: unknown): Fault {
  const message =
    "the database was closed, because its disk failed; it is opened again when that can be written: " +
    "repeat the request, or stop the node and run `tandem check` on its data directory";
  return new Fault({ code: "no-space", message }, { cause });
}

/** Creates a reader of a database, or of a snapshot of it. */
export function readerOf(source: Source, snapshot: Snapshot | undefined): Reader {
  const { db, prefixes, damages } = source;
  const at = snapshot === undefined ? {} : { snapshot };
  const rows = new Rows(source, at);
  return {
    // A closed database says nothing about its rows.
    damaged: (row, cause) => (isNoSpace(cause) ? cause : damages.note(row, cause)),
    get(table, key, height) {
      const encoded = prefixes.key(table, key);
      const found = rows.bytes(table, encoded, height);
      return found === undefined ? undefined : rows.value(table, encoded, found, height);
    },
    *getSteps(table, key, height) {
      const encoded = prefixes.key(table, key);
      const found = rows.bytes(table, encoded, height);
      if (found === undefined) return undefined;
      return yield* rows.valueSteps(table, encoded, found, height);
    },
    has: (table, key) => rows.bytes(table, prefixes.key(table, key)) !== undefined,
    async keys(table, range) {
      const read = () => db.keys<Uint8Array>(rows.bounds(table, range)).all();
      const found = await rows.listed(table, range, read);
      return found.map((key) => table.key.decode(rows.bareKey(table, key)));
    },
    async entries(table, range) {
      const read = () => db.iterator<Uint8Array, Uint8Array>(rows.bounds(table, range)).all();
      const found = await rows.listed(table, range, read);
      return found.map((row) => rows.row(table, row));
    },
    async entriesOfEach(table, ranges, limit) {
      const [first, last] = [ranges[0], ranges.at(-1)];
      if (first === undefined || last === undefined) return [];
      const whole = { from: first.from, to: last.to };
      const keyRanges = ranges.map((range) => rows.ends(table, range));
      const iterator = () =>
        db.iterator<Uint8Array, Uint8Array>({ ...rows.ends(table, whole), ...at });
      const read = () => readRanges(iterator(), keyRanges, limit);
      const found = await rows.listed(table, whole, read);
      return found.map((some) => some.map((row) => rows.row(table, row)));
    },
  };
}
