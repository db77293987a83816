/**
 * One LevelDB, read synchronously, written in batches. A batch is the only way to write, so what
 * belongs together lands together or not at all.
 */
import { type Database, type Operation, openDatabase, type Room } from "./database.js";
import type { Table } from "./table.js";

type Snapshot = ReturnType<Database["snapshot"]>;

export interface Range<K> {
  readonly from: K;
  readonly to: K;
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
}

export interface StoreSnapshot extends Reader {
  close(): Promise<void>;
}

export interface Batch {
  put<K, V>(table: Table<K, V>, key: K, value: V): void;
  delete<K, V>(table: Table<K, V>, key: K): void;
  /**
   * All of it at once. Synced to the disk when the store is durable. A batch commits once.
   * @throws {Fault} `no-space` when the disk has no room; nothing was written.
   */
  commit(): Promise<void>;
}

export interface Store extends Reader {
  batch(): Batch;
  snapshot(): StoreSnapshot;
  /** Room on the disk. */
  room(): Room;
  close(): Promise<void>;
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
}

/** @throws {Fault} `unusable-data` when the folder is in use or cannot be read or written. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { freeBytesMin = 0 } = options;
  const { db, write, room, close } = await openDatabase({ ...options, freeBytesMin });
  const prefixes = new Prefixes(db);
  return {
    ...readerOf(db, prefixes, undefined),
    batch: () => batchOf(write, prefixes),
    snapshot() {
      const snapshot = db.snapshot();
      return { ...readerOf(db, prefixes, snapshot), close: () => snapshot.close() };
    },
    room,
    close,
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

/** LevelDB answers in Buffers, whose slice() does not copy as a Uint8Array's does. */
const plain = (bytes: Uint8Array) => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

function readerOf(db: Database, prefixes: Prefixes, snapshot: Snapshot | undefined): Reader {
  const at = snapshot === undefined ? {} : { snapshot };
  const getBytes = (key: Uint8Array) => {
    const found = db.getSync<Uint8Array, Uint8Array>(key, at);
    return found && plain(found);
  };
  const bounds = <K, V>(table: Table<K, V>, { from, to, limit }: Range<K>) => ({
    gte: prefixes.key(table, from),
    lte: prefixes.key(table, to),
    limit,
  });
  const bareKey = <K, V>(table: Table<K, V>, key: Uint8Array) =>
    table.key.decode(plain(key).subarray(prefixes.of(table.name).length));
  return {
    get(table, key) {
      const bytes = getBytes(prefixes.key(table, key));
      return bytes === undefined ? undefined : table.value.decode(bytes);
    },
    has: (table, key) => getBytes(prefixes.key(table, key)) !== undefined,
    async keys(table, range) {
      const found = await db.keys<Uint8Array>({ ...bounds(table, range), ...at }).all();
      return found.map((key) => bareKey(table, key));
    },
    async entries(table, range) {
      const found = await db
        .iterator<Uint8Array, Uint8Array>({ ...bounds(table, range), ...at })
        .all();
      return found.map(([key, value]) => [bareKey(table, key), table.value.decode(plain(value))]);
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
