/**
 * Records the last acknowledged write beside the database. LevelDB does not detect that a
 * write-ahead log is missing or truncated; this record does. It is written without waiting for the
 * disk, since it survives in the system's cache when the process is killed, and an outdated record
 * does no harm.
 */
import { closeSync, lstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type BlockHash, fromHex, keccak256, toHex } from "@tandem/primitives";
import { storeLimits } from "./limits.js";
import { fileMode } from "./make-directory.js";
import { readWhole } from "./read-whole.js";

export const writeRecordFile = "LAST-WRITE";

export interface LastWrite {
  /** The number of batches written since the database was created. */
  readonly count: bigint;
  /** The newest block at that time. */
  readonly newest?: { readonly height: number; readonly hash: BlockHash } | undefined;
}

/** Reads the record of the last write; undefined if it is missing or damaged. */
export function readWriteRecord(directory: string): LastWrite | undefined {
  try {
    const text = Buffer.from(readWhole(join(directory, writeRecordFile))).toString();
    const [count, height, hash, digest] = text.trim().split(" ");
    if (!count || !height || !hash || digest !== digestOf(count, height, hash)) return undefined;
    const newest = hash === "-" ? undefined : { height: Number(height), hash: fromHex(hash) };
    return { count: BigInt(count), newest };
  } catch {
    return undefined;
  }
}

/** Returns whether the record is damaged: then it is unknown whether a write is lost. */
export function isWriteRecordDamaged(directory: string): boolean {
  const file = lstatSync(join(directory, writeRecordFile), { throwIfNoEntry: false });
  if (file === undefined || (file.isFile() && file.size === 0)) return false;
  return readWriteRecord(directory) === undefined;
}

const digestOf = (...fields: readonly string[]) =>
  toHex(keccak256(new Uint8Array(Buffer.from(fields.join(" ")))).subarray(0, 4));

export interface WriteRecord {
  /** Records an acknowledged write. It never throws, since an outdated record does no harm. */
  write(last: LastWrite): void;
  close(): void;
}

/** Opens the record; undefined if the file cannot be created, as on a full disk. */
export function openWriteRecord(directory: string): WriteRecord | undefined {
  const file = openFile(join(directory, writeRecordFile));
  if (file === undefined) return undefined;
  return {
    write({ count, newest }) {
      const fields = [`${count}`, `${newest?.height ?? "-"}`, newest ? toHex(newest.hash) : "-"];
      const line = `${[...fields, digestOf(...fields)].join(" ")}`;
      try {
        writeSync(file, `${line.padEnd(storeLimits.writeRecordBytes - 1)}\n`, 0);
      } catch {
        // The disk is full or missing, which the database itself reports.
      }
    },
    close: () => closeSync(file),
  };
}

function openFile(path: string): number | undefined {
  for (const flags of ["r+", "w+"]) {
    try {
      return openSync(path, flags, fileMode);
    } catch {
      // The file is created if it does not exist.
    }
  }
  return undefined;
}
