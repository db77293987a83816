/** Reads a file of a database. */
import { readFileSync, statSync } from "node:fs";

/**
 * Returns the bytes of a file. A pipe has no end: reading it would not end either.
 * @throws if it cannot be read, or is no file.
 */
export function readWhole(path: string): Uint8Array {
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return readFileSync(path);
}
