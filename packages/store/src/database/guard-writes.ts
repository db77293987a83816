/** Guards the writes of a database: one that fails leaves no trace, and the database stays readable. */
import { createPassing, Fault } from "@tandem/primitives";
import { isSliceOver, messageOf, nextSlice } from "@tandem/runtime";
import { FailedWrite } from "./failed-write.js";
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
  const space = createSpaceCheck(options, {
    freeBytesNow,
    now,
    bytesToReopen: () =>
      directory === undefined || !undoing.isPending ? 0 : bytesToOpen(directory),
  });
  const commit = (operations: readonly Operation[]) => commitTo(db, isDurable, operations);
  const undoing = new FailedWrite(db, options, { commit, assertSpace: space.assert });

  const guarded: WritableDatabase = {
    db,
    isReadOnly: false,
    freeSpace() {
      const found = space.freeSpace();
      const isStopped = directory !== undefined && undoing.isPending && !undoing.isPossible;
      return isStopped ? { ...found, isWritable: false } : found;
    },
    async write(operations) {
      space.assert();
      await undoing.end().catch((cause) => {
        throw noSpace(`the database in ${directory} cannot be opened again`, cause);
      });
      try {
        await commit(operations);
      } catch (cause) {
        space.forget();
        undoing.begin(operations);
        throw noSpace(`nothing was written to ${directory}`, cause);
      }
    },
    async close() {
      await undoing.close();
      await db.close();
    },
  };
  return tellSpace(guarded, options);
}

const noSpace = (what: string, cause: unknown) =>
  new Fault({ code: "no-space", message: `${what}: ${reasonOf(cause)}` }, { cause });

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

/** Returns the system's message, which is the cause of LevelDB's error. */
export const reasonOf = (error: unknown): string =>
  messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
