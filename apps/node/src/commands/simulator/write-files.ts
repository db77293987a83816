/** Writes the files of a report. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "@tandem/cli";
import type { ReportFile } from "@tandem/simulator";

/**
 * Writes files into a folder, which is made if it is not there.
 * @returns a sentence about them.
 * @throws {UsageError} if the folder cannot be written.
 */
export function writeFiles(files: readonly ReportFile[], folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) writeFileSync(join(folder, file.name), file.text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new UsageError(`--out: ${folder} cannot be written: ${reason}`, { cause });
  }
  return `${files.length} files with results, tables and charts in ${folder}\n`;
}
