import { readFileSync } from "node:fs";
import type { Config } from "./config/settings.js";
import { UsageError } from "./config/usage-error.js";

/** Keys of the flags and of the file, a line each; blank lines and lines with # are left out. */
export function apiKeysOf(config: Config): readonly string[] {
  const fileName = config["api-keys-file"];
  if (fileName === undefined) return config["api-key"];
  try {
    const lines = readFileSync(fileName, "utf8")
      .split(/\r?\n/)
      .map((line) => line.trim());
    return [...config["api-key"], ...lines.filter((line) => line !== "" && !line.startsWith("#"))];
  } catch (cause) {
    throw new UsageError(`--api-keys-file: ${fileName} cannot be read`, { cause });
  }
}
