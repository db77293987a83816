/**
 * Opens the LevelDB below the tables, on disk or in memory. A full disk must only fail the write:
 * some space is always left free, since LevelDB stops permanently on a full disk, and a database
 * that failed nevertheless is opened again once there is space.
 */

import { Fault, unusableData } from "@tandem/primitives";
import { Level } from "level";
import {
  type DirectoryState,
  inUse,
  markDirectory,
  prepareDirectory,
  tighten,
} from "../directory.js";
import { isLocked, linkDirectory, removeLinks } from "../linked-directory.js";
import { isOpenHere, noteOpening } from "../open-here.js";
import { bytesToOpen, freeBytesOf } from "./free-bytes.js";
import { guardWrites, reasonOf } from "./guard-writes.js";
import { keepInPlace } from "./in-place.js";
import { dropLogs, keepLogs } from "./kept-logs.js";
import { MemoryDatabase } from "./memory-database.js";
import type { Database, DatabaseOptions, WritableDatabase } from "./writable-database.js";

/**
 * Bytes that LevelDB buffers before it writes a file, and bytes that it caches of its reads. With a buffer of half the size
 * its thread takes twice as long for the files of a chain that grows.
 */
const writeBufferBytes = 16 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;
/** Bytes that it compresses and reads together: larger blocks save a tenth of the disk space. */
const blockBytes = 16 * 1024;

const encodings = { keyEncoding: "view", valueEncoding: "view" } as const;

/**
 * Opens the database after checking its files; on a full disk for reading only.
 * @throws {Fault} `unusable-data` when the folder is in use, is damaged, or cannot be read or
 * written.
 */
export async function openDatabase(options: DatabaseOptions): Promise<WritableDatabase> {
  const { directory } = options;
  if (directory === undefined) {
    const db = inMemory();
    await db.open();
    return guardWrites(db, options, () => undefined);
  }
  if (options.isReadOnly === true) return openForReading(directory);
  const state = await prepareDirectory(directory, () => isLocked(directory), options.leaving);
  if (state.isDatabase && isTooFull(directory)) return openForReading(directory, state);
  const isShared = options.sharing !== undefined;
  // LevelDB refuses this process only where it is given the same text, and not where the database is shared.
  if (isOpenHere(directory)) throw inUse(directory);
  const noteClosed = noteOpening(directory);
  const db = onDisk(directory);
  const keptLogs = state.isDatabase ? keepLogs(directory, false) : [];
  try {
    // Otherwise LevelDB creates a new database if a file is missing, and deletes the others.
    await db.open({
      createIfMissing: !state.isDatabase,
      errorIfExists: !state.isDatabase,
      multithreading: isShared,
    });
    markDirectory(directory);
  } catch (cause) {
    await db.close();
    noteClosed();
    dropLogs(keptLogs);
    if (state.isDatabase && isTooFull(directory)) return openForReading(directory, state);
    throw explainOpenFailure(directory, cause);
  }
  tighten(directory, true);
  const writable = guardWrites(db, options, () => freeBytesOf(directory));
  const guarded = keepInPlace(writable, directory, options.onSpace);
  return {
    ...guarded,
    async close() {
      try {
        await guarded.close();
      } finally {
        noteClosed();
      }
    },
    state,
    keptLogs,
  };
}

/** Opens a database that another thread of this process has open and shares. */
export async function openSharedDatabase(directory: string): Promise<Database> {
  const db = onDisk(directory);
  await db.open({ createIfMissing: false, multithreading: true });
  return db;
}

const isTooFull = (directory: string) => {
  const freeBytes = freeBytesOf(directory);
  return freeBytes !== undefined && freeBytes < bytesToOpen(directory);
};

/**
 * Opens a database for reading.
 * @param state of the files, on a full disk; undefined if only reading is requested.
 * @throws {Fault} `unusable-data` if no other volume has the small space it needs.
 */
async function openForReading(
  directory: string,
  state?: DirectoryState,
): Promise<WritableDatabase> {
  if (isOpenHere(directory)) throw inUse(directory);
  // Windows would not remove the link to a lock that another process has open.
  if (process.platform === "win32" && (await isLocked(directory))) throw inUse(directory);
  let linked: string | undefined;
  try {
    linked = linkDirectory(directory);
    const db = onDisk(linked);
    await db.open({ createIfMissing: false });
    return { ...readOnly(db, directory, linked), ...(state === undefined ? {} : { state }) };
  } catch (cause) {
    if (linked !== undefined) removeLinks(linked);
    if (codeOf(cause) === "LEVEL_LOCKED") throw inUse(directory, cause);
    const why = state === undefined ? "" : `the disk of ${directory} is full, and `;
    throw unusableData(
      `${why}the database in ${directory} cannot be opened for reading from elsewhere ` +
        `(${reasonOf(cause)}): free some space, or set TMPDIR to a folder on another disk`,
      cause,
    );
  }
}

function readOnly(db: Database, directory: string, linked: string): WritableDatabase {
  const message =
    `the disk of ${directory} was full when its database was opened, so it is open for reading only: ` +
    "free some space, and start the node again";
  return {
    db,
    isReadOnly: true,
    freeSpace: () => ({ freeBytes: freeBytesOf(directory), isWritable: false }),
    async write() {
      throw new Fault({ code: "no-space", message });
    },
    async close() {
      await db.close();
      removeLinks(linked);
    },
  };
}

/** Creates a database in memory, which has the interface of the one on disk and ignores its options. */
const inMemory = () => new MemoryDatabase() as unknown as Database;

const onDisk = (directory: string): Database =>
  new Level(directory, {
    ...encodings,
    writeBufferSize: writeBufferBytes,
    cacheSize: cacheBytes,
    blockSize: blockBytes,
  });

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

function explainOpenFailure(directory: string, cause: unknown): Fault {
  if (codeOf(cause) === "LEVEL_LOCKED") return inUse(directory, cause);
  if (isTooFull(directory)) {
    const message = `the disk of ${directory} is full (${reasonOf(cause)}): free some space`;
    return new Fault({ code: "no-space", message }, { cause });
  }
  return unusableData(
    `the data directory ${directory} cannot be opened (${reasonOf(cause)}): check that it is a folder this ` +
      `user can write; \`tandem check ${directory}\` says whether its database is whole`,
    cause,
  );
}
