/** Free space on the volume of a database. */
import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The minimum of bytes that opening a database writes. */
const reopeningBytes = 1024 * 1024;

/** Returns the free bytes; undefined if the system does not report them. */
export function freeBytesOf(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Estimates the bytes that opening writes: the write-ahead logs become a table file. */
export function bytesToOpen(directory: string): number {
  const logs = readdirSync(directory).filter((name) => /^\d+\.log$/.test(name));
  const sizes = logs.map((name) => lstatSync(join(directory, name)).size);
  return sizes.reduce((sum, size) => sum + size, reopeningBytes);
}
