/** Creates directories that only their owner can read. */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unusableData } from "@tandem/primitives";

/** The modes: full access for the owner, and none for others. */
export const directoryMode = 0o700;
export const fileMode = 0o600;

/**
 * Creates a directory and its missing parents one by one: in a file system that refuses it, such as
 * /proc, Node's own recursive form does not end.
 * @param mode of those that are created.
 * @throws {NodeJS.ErrnoException}
 */
export function makeDirectory(path: string, mode: number = directoryMode): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const one of missing.reverse()) mkdirSync(one, { mode });
}

/**
 * Creates a directory of a new name, which begins with `prefix`, among the system's temporary files.
 * @throws {Fault} `unusable-data` if there is no place for it, for example in a container that is
 * read-only.
 */
export function makeTemporaryDirectory(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    const message =
      `no temporary folder can be created in ${tmpdir()}${code}: ` +
      "set TMPDIR to a folder that this user can write";
    throw unusableData(message, cause);
  }
}
