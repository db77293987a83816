/**
 * The LevelDB below the tables, on the disk or in memory. A full disk must cost nothing but the
 * write it is met at: some room is always left free, for LevelDB stops for good when it meets the
 * end, and a database that failed all the same is opened again once there is room.
 */
import { statfsSync } from "node:fs";
import { Fault, isTurnOver, nextTurn } from "@tandem/primitives";
import { Level } from "level";
import { MemoryLevel } from "memory-level";

export type Database = Level<Uint8Array, Uint8Array>;

export type Operation =
  | { readonly type: "put"; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: "del"; readonly key: Uint8Array };

export interface DatabaseOptions {
  /** A folder of its own, made when it is not there; undefined: in memory, gone when it is closed. */
  readonly directory: string | undefined;
  /** Wait for the disk at every write, so that a power cut or `kill -9` loses nothing. */
  readonly isDurable: boolean;
  /** Bytes of the volume no write may take. */
  readonly freeBytesMin: number;
}

/** Room on the volume. */
export interface Room {
  /** Undefined where there is no disk, or the system does not tell. */
  readonly freeBytes: number | undefined;
  /** Whether a batch would be taken. */
  readonly isWritable: boolean;
}

export interface WritableDatabase {
  readonly db: Database;
  /** All of it or nothing. @throws {Fault} `no-space`. */
  write(operations: readonly Operation[]): Promise<void>;
  room(): Room;
  close(): Promise<void>;
}

/** Bytes LevelDB gathers in memory before it writes a file, and those it keeps of what it read. */
const writeBufferBytes = 8 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;
/** Bytes it compresses, and reads, together: with more, the disk holds a tenth less. */
const blockBytes = 16 * 1024;

/** Bytes that opening it writes at least. */
const reopeningBytes = 1024 * 1024;

const encodings = { keyEncoding: "view", valueEncoding: "view" } as const;

/** @throws {Fault} `unusable-data` when the folder is in use or cannot be read or written. */
export async function openDatabase(options: DatabaseOptions): Promise<WritableDatabase> {
  const { directory } = options;
  const db = directory === undefined ? inMemory() : onDisk(directory);
  try {
    await db.open();
  } catch (cause) {
    throw explainOpenFailure(directory ?? "", cause);
  }
  return guardWrites(db, options, () => freeBytesOf(directory));
}

/** The two have one interface, of which the one in memory passes over what is about disks. */
const inMemory = () =>
  new MemoryLevel<Uint8Array, Uint8Array>({
    ...encodings,
    storeEncoding: "view",
  }) as unknown as Database;

const onDisk = (directory: string): Database =>
  new Level(directory, {
    ...encodings,
    writeBufferSize: writeBufferBytes,
    cacheSize: cacheBytes,
    blockSize: blockBytes,
  });

/** @param freeBytesNow of the volume; undefined where nobody knows. */
export function guardWrites(
  db: Database,
  options: DatabaseOptions,
  freeBytesNow: () => number | undefined,
): WritableDatabase {
  const { directory, isDurable, freeBytesMin } = options;
  /** What a write that failed may have left in the log, as it was before: put back when it is read. */
  let undone: Operation[] | undefined;

  const room = (): Room => {
    const freeBytes = freeBytesNow();
    // LevelDB that has met the end of the disk needs some room to be opened again.
    const asked = undone === undefined ? freeBytesMin : Math.max(freeBytesMin, reopeningBytes);
    return { freeBytes, isWritable: freeBytes === undefined || freeBytes >= asked };
  };
  const commit = async (operations: readonly Operation[]) => {
    const how: { sync?: boolean } = { sync: isDurable };
    const batch = db.batch();
    // What a large one holds is handed over in turns; it is written at once.
    for (const operation of operations) {
      if (operation.type === "put") batch.put(operation.key, operation.value);
      else batch.del(operation.key);
      if (isTurnOver()) await nextTurn();
    }
    await batch.write(how);
  };

  async function recover(): Promise<void> {
    if (undone === undefined) return;
    await db.close();
    await db.open();
    await commit(undone);
    undone = undefined;
  }

  return {
    db,
    room,
    async write(operations) {
      const { freeBytes, isWritable } = room();
      if (!isWritable) throw new Fault({ code: "no-space", message: fullDisk(options, freeBytes) });
      try {
        await recover();
      } catch (cause) {
        const message = `the database in ${directory} cannot be opened again: ${reasonOf(cause)}`;
        throw new Fault({ code: "no-space", message }, { cause });
      }
      try {
        await commit(operations);
      } catch (cause) {
        undone = operations.map(({ key }) => asItStands(db, key));
        const message = `nothing was written to ${directory}: ${reasonOf(cause)}`;
        throw new Fault({ code: "no-space", message }, { cause });
      }
    },
    close: () => db.close(),
  };
}

function asItStands(db: Database, key: Uint8Array): Operation {
  const value = db.getSync(key);
  return value === undefined ? { type: "del", key } : { type: "put", key, value };
}

function freeBytesOf(directory: string | undefined): number | undefined {
  if (directory === undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

const fullDisk = ({ directory, freeBytesMin }: DatabaseOptions, freeBytes = 0) =>
  `the disk of ${directory} is full: ${mebibytes(freeBytes)} MiB are free and ` +
  `${mebibytes(freeBytesMin)} MiB must stay so; nothing is written until there is room`;

/** The system's words, which LevelDB hands on as the cause of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function explainOpenFailure(directory: string, cause: unknown): Fault {
  const reason = cause instanceof Error ? cause.cause : undefined;
  const code = reason instanceof Error && "code" in reason ? reason.code : undefined;
  const message =
    code === "LEVEL_LOCKED"
      ? `the data directory ${directory} is in use by another process: stop it, or choose another --data-dir`
      : `the data directory ${directory} cannot be opened (${reason instanceof Error ? reason.message : cause}): check that it is a folder this user can write`;
  return new Fault({ code: "unusable-data", message }, { cause });
}
