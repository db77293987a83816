/** Checks before a write that the volume has space for it, and says how much it has. */
import { Fault } from "@tandem/primitives";
import { storeLimits } from "../limits.js";
import type { DatabaseOptions, FreeSpace, WritableDatabase } from "./writable-database.js";

interface SpaceSource {
  /** Returns the volume's free bytes; undefined if unknown. */
  readonly freeBytesNow: () => number | undefined;
  /** Returns milliseconds. */
  readonly now: () => number;
  /** Returns the bytes that are needed if the next write opens the database again; else 0. */
  readonly bytesToReopen: () => number;
}

export interface SpaceCheck {
  freeSpace(): FreeSpace;
  /** Passes for a moment after ample space was found. @throws {Fault} `no-space`. */
  assert(): void;
  /** Ends that moment, since a write has failed. */
  forget(): void;
}

export function createSpaceCheck(
  { directory, freeBytesMin }: Pick<DatabaseOptions, "directory" | "freeBytesMin">,
  { freeBytesNow, now, bytesToReopen }: SpaceSource,
): SpaceCheck {
  let ampleUntil = Number.NEGATIVE_INFINITY;
  const look = () => {
    const freeBytes = freeBytesNow();
    if (freeBytes === undefined) return { freeBytes, isWritable: true, asked: 0 };
    // After LevelDB ran out of space, it must not be closed before it can be opened again.
    const asked = Math.max(freeBytesMin, bytesToReopen());
    return { freeBytes, isWritable: freeBytes >= asked, asked };
  };
  return {
    freeSpace() {
      const { freeBytes, isWritable } = look();
      return { freeBytes, isWritable };
    },
    assert() {
      const at = now();
      if (at < ampleUntil) return;
      const { freeBytes, isWritable, asked } = look();
      if (!isWritable) {
        const message = fullDisk(directory, asked, freeBytes);
        throw new Fault({ code: "no-space", message });
      }
      const isAmple = (freeBytes ?? 0) >= freeBytesMin + storeLimits.ampleFreeBytes;
      if (isAmple) ampleUntil = at + storeLimits.ampleFreeMs;
    },
    forget() {
      ampleUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Calls `onSpace` when a database is found to be full, and when it is written again; see `StoreOptions`. */
export function tellSpace(
  database: WritableDatabase,
  { directory, onSpace }: Pick<DatabaseOptions, "directory" | "onSpace">,
): WritableDatabase {
  let isTold = false;
  let hasWriteFailed = false;
  const tell = (problem: string | undefined) => {
    if (isTold === (problem !== undefined)) return;
    isTold = problem !== undefined;
    onSpace?.(problem);
  };
  return {
    ...database,
    freeSpace() {
      const found = database.freeSpace();
      if (!found.isWritable) tell(`the disk of ${directory} is full: ${freeText(found)}`);
      // After a failed write, only the next one shows whether there is space enough.
      else if (!hasWriteFailed) tell(undefined);
      return found;
    },
    async write(operations) {
      try {
        await database.write(operations);
      } catch (error) {
        hasWriteFailed = true;
        if (error instanceof Fault && error.data.code === "no-space") tell(error.message);
        throw error;
      }
      hasWriteFailed = false;
      tell(undefined);
    },
  };
}

const freeText = ({ freeBytes = 0 }: FreeSpace) => `${mebibytes(freeBytes)} MiB are free`;

const mebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

const fullDisk = (directory: string | undefined, asked: number, freeBytes = 0) =>
  `the disk of ${directory} is full: ${mebibytes(freeBytes)} MiB are free and ` +
  `${mebibytes(asked)} MiB must stay free; nothing is written until space is freed`;
