/** Guards the writes of a database: one that fails leaves no trace, and the database stays readable. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createPassing, Fault } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { isWritable } from "../linked-directory.js";
import { fileMode } from "../make-directory.js";
import { bytesToOpen } from "./free-bytes.js";
import { createSpaceCheck, tellSpace } from "./free-space.js";
import type {
  Database,
  DatabaseOptions,
  Operation,
  WritableDatabase,
} from "./writable-database.js";

const passedKey = createPassing();
const passedValue = createPassing();

/**
 * Guards the writes.
 * @param freeBytesNow returns the volume's free bytes; undefined if unknown.
 * @param now returns milliseconds.
 */
export function guardWrites(
  db: Database,
  options: DatabaseOptions,
  freeBytesNow: () => number | undefined,
  now: () => number = () => performance.now(),
): WritableDatabase {
  const { directory, isDurable } = options;
  /** The previous rows of a failed write, which the log may contain; written again on reopening. */
  let undone: Operation[] | undefined;

  const space = createSpaceCheck(options, {
    freeBytesNow,
    now,
    bytesToReopen: () =>
      undone === undefined || directory === undefined ? 0 : bytesToOpen(directory),
  });
  const commit = (operations: readonly Operation[]) => commitTo(db, isDurable, operations);

  async function recover(): Promise<void> {
    if (undone === undefined) return;
    space.assert();
    await reopen(db, options);
    await commit(undone);
    undone = undefined;
  }

  const guarded: WritableDatabase = {
    db,
    isReadOnly: false,
    freeSpace() {
      const found = space.freeSpace();
      const isStopped = undone !== undefined && directory !== undefined && !isWritable(directory);
      return isStopped ? { ...found, isWritable: false } : found;
    },
    async write(operations) {
      space.assert();
      await recover().catch((cause) => {
        throw noSpace(`the database in ${directory} cannot be opened again`, cause);
      });
      try {
        await commit(operations);
      } catch (cause) {
        space.forget();
        undone = operations.map(({ key }) => asItStands(db, key));
        throw noSpace(`nothing was written to ${directory}`, cause);
      }
    },
    async close() {
      // Otherwise the next start would find a batch that was refused. Threads that end must not open the database again.
      if (options.sharing === undefined) await recover().catch(() => {});
      await db.close();
    },
  };
  return tellSpace(guarded, options);
}

const noSpace = (what: string, cause: unknown) =>
  new Fault({ code: "no-space", message: `${what}: ${reasonOf(cause)}` }, { cause });

/** Closes the database and opens it again. @throws if that cannot be done. */
async function reopen(db: Database, { directory, sharing }: DatabaseOptions): Promise<void> {
  // A database that is closed and cannot be opened again, as on a disk that became read-only, cannot be read either.
  if (directory !== undefined) tryWrite(directory);
  if (sharing !== undefined && !(await sharing.release())) {
    throw new Error("a thread has not closed it");
  }
  await db.close();
  await db.open({ createIfMissing: false, multithreading: sharing !== undefined });
  sharing?.resume();
}

/** Passes a large batch to LevelDB in slices; the write itself is atomic. */
async function commitTo(
  db: Database,
  sync: boolean,
  operations: readonly Operation[],
): Promise<void> {
  const batch = db.batch();
  for (const operation of operations) {
    if (operation.type === "put") batch.put(passedKey(operation.key), passedValue(operation.value));
    else batch.del(passedKey(operation.key));
    if (isSliceOver()) await nextSlice();
  }
  const how: { sync?: boolean } = { sync };
  await batch.write(how);
}

function asItStands(db: Database, key: Uint8Array): Operation {
  const value = db.getSync(key);
  return value === undefined ? { type: "del", key } : { type: "put", key, value };
}

/** Returns the system's message, which is the cause of LevelDB's error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** A name that LevelDB takes for that of a file of its own that is left, and removes. */
const triedFile = "000000.dbtmp";

/** @throws {NodeJS.ErrnoException} if no file can be written to the directory. */
function tryWrite(directory: string): void {
  const path = join(directory, triedFile);
  const file = openSync(path, "w", fileMode);
  try {
    writeSync(file, triedFile);
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
