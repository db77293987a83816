/** Makes a directory that only its owner can read. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Read, write and enter for the owner, and nothing for others; the same for files. */
export const directoryMode = 0o700;
export const fileMode = 0o600;

/**
 * Makes a directory and the ones above it that are missing. One after the other: in a file system that
 * makes none, such as /proc, Node's own recursive form does not end.
 * @throws {NodeJS.ErrnoException}
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const one of missing.reverse()) mkdirSync(one, { mode: directoryMode });
}
