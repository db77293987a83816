/** Reads files of `NAME=value` lines, in which a plaintext key is kept (specification section 5). */
import { statSync } from "node:fs";
import { UsageError, unreadable } from "@tandem/cli";
import { readTextSync } from "@tandem/runtime/files";
import { relayLimits } from "../limits.js";

/**
 * Parses an environment file. Empty lines and lines that begin with `#` are ignored; quotes around
 * a value are removed. `util.parseEnv` is not used: it ignores invalid lines silently, takes the
 * last of two values, and truncates a passphrase at a `#`.
 * @throws {UsageError} when it cannot be read, has another line, or a name twice.
 */
export function readEnvironmentFile(file: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const text = readText(file, "environment file");
  if (text === "" && statSync(file).isFIFO()) throw new UsageError(`${file} ${emptied}`);
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, given] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(line) ?? [];
    const place = `${file}, line ${index + 1}`;
    // The line is not shown, because it may contain a key.
    if (name === undefined || given === undefined) throw new UsageError(`${place}: no NAME=value`);
    if (found[name] !== undefined) throw new UsageError(`${place}: ${name} is given twice`);
    found[name] = given.trim().replace(/^(["'])(.*)\1$/, "$2");
  }
  return found;
}

/** Node has a flag of the same name, for which it reads the command lines of programs too. */
const emptied = "is empty: Node reads a pipe of --env-file before this program; give a file";

/**
 * Reads a file that a setting names.
 * @param what the description of the file in the message, before its name.
 * @throws {UsageError} when it cannot be read.
 */
export function readText(file: string, what: string): string {
  try {
    return readTextSync(file, relayLimits.settingFileBytesMax);
  } catch (cause) {
    throw new UsageError(unreadable(`the ${what} ${file}`, cause), { cause });
  }
}
