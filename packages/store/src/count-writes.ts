/**
 * Counts the batches of a database, in it and in a record beside it, so that lost writes are
 * detected when it is opened.
 */
import type { BlockHash } from "@tandem/primitives";
import { type LastWrite, openWriteRecord, readWriteRecord } from "./write-record.js";

/** Acknowledged writes that the database lacks. */
export interface LostWrites {
  /** The number of batches. */
  readonly count: bigint;
  /** The newest block when the last of them was written; undefined if none was noted. */
  readonly newest: LastWrite["newest"];
}

/** Returns the lost writes. @param found count of the last batch in the database. */
export function lostWritesOf(
  directory: string | undefined,
  found: bigint | undefined,
): LostWrites | undefined {
  const last = directory === undefined ? undefined : readWriteRecord(directory);
  if (last === undefined || last.count <= (found ?? 0n)) return undefined;
  return { count: last.count - (found ?? 0n), newest: last.newest };
}

export interface CountedWrites {
  /**
   * Runs writes in sequence, each with its number, and records acknowledged ones.
   * @param write also writes its number.
   */
  run(write: (count: bigint) => Promise<void>): Promise<void>;
  noteNewest(height: number, hash: BlockHash): void;
  close(): void;
}

/**
 * Counts writes. @param directory of the record; undefined for none. @param found count of the last
 * batch in the database.
 */
export function countWrites(directory: string | undefined, found: bigint): CountedWrites {
  let record = directory === undefined ? undefined : openWriteRecord(directory);
  let count = found;
  let newest: LastWrite["newest"];
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(write) {
      // A stored number implies that all earlier batches are stored: writes must not overtake each
      // other.
      const mine = last.then(async () => {
        await write(count + 1n);
        count += 1n;
        record?.write({ count, newest });
      });
      last = mine.catch(() => {});
      return mine;
    },
    noteNewest(height, hash) {
      newest = { height, hash };
      // Before the first write, the record must still show which writes may be lost.
      if (count > found) record?.write({ count, newest });
    },
    close() {
      record?.close();
      record = undefined;
    },
  };
}
