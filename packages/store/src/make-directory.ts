/** Creates directories that only their owner can read. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The modes: full access for the owner, and none for others. */
export const directoryMode = 0o700;
export const fileMode = 0o600;

/**
 * Creates a directory and its missing parents one by one: in a file system that refuses it, such as
 * /proc, Node's own recursive form does not end.
 * @throws {NodeJS.ErrnoException}
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const one of missing.reverse()) mkdirSync(one, { mode: directoryMode });
}
