/** Counts the batches of a database, in it and beside it, so that a lost end is seen when it is opened. */
import type { BlockHash } from "@tandem/primitives";
import { type LastWrite, openWriteRecord, readWriteRecord } from "./write-record.js";

/** Writes that were acknowledged and are not there any more. */
export interface LostWrites {
  /** The number of batches. */
  readonly count: bigint;
  /** The newest block when the last of them was written; undefined where none was noted. */
  readonly newest: LastWrite["newest"];
}

/** @param found count of the last batch the database has. */
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
   * Runs one write after the other, each with its number; what is acknowledged is recorded.
   * @param write writes its number too.
   */
  run(write: (count: bigint) => Promise<void>): Promise<void>;
  noteNewest(height: number, hash: BlockHash): void;
  close(): void;
}

/** @param directory where the record is kept; undefined: nothing is. @param found as above. */
export function countWrites(directory: string | undefined, found: bigint): CountedWrites {
  let record = directory === undefined ? undefined : openWriteRecord(directory);
  let count = found;
  let newest: LastWrite["newest"];
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(write) {
      // A number that is on the disk is above all before it: writes must not overtake each other.
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
      // Until something is written, the record says what may be lost.
      if (count > found) record?.write({ count, newest });
    },
    close() {
      record?.close();
      record = undefined;
    },
  };
}
