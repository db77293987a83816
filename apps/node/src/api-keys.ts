import { readFileSync } from "node:fs";
import type { Config } from "./config/settings.js";
import { UsageError } from "./config/usage-error.js";

/**
 * Keys of the flags and of the file, a line each; blank lines and lines with # are left out.
 * @throws {UsageError} when the file cannot be read or has none.
 */
export function apiKeysOf(config: Config): readonly string[] {
  const fileName = config["api-keys-file"];
  if (fileName === undefined) return config["api-key"];
  const lines = readLines(fileName).map((line) => line.trim());
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  // Without any key everybody is let in, which whoever names a file does not want.
  const all = [...config["api-key"], ...keys];
  if (all.length === 0) throw new UsageError(`--api-keys-file: ${fileName} has no key`);
  return all;
}

function readLines(fileName: string): string[] {
  try {
    return readFileSync(fileName, "utf8").split(/\r?\n/);
  } catch (cause) {
    throw new UsageError(`--api-keys-file: ${fileName} cannot be read`, { cause });
  }
}
