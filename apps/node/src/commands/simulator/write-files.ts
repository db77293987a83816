/** Writes the files of a report. */
import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileReason, printable, UsageError } from "@tandem/cli";
import type { ReportFile } from "@tandem/simulator";
import { makeDirectory } from "@tandem/store";
import { replaceFiles } from "../../files/replaced-file.js";
import { writeFailure } from "../../files/write-failure.js";

/** The mode of new folders, less what the user's mask takes away. */
const folderMode = 0o777;

const unwritable = (folder: string, reason: string, cause?: unknown) =>
  writeFailure(`--out: ${folder} cannot be written: ${reason}`, cause);

/**
 * Makes sure before a run that its report can be written. Nothing is created, since the run may be interrupted.
 * @throws {UsageError} if it cannot.
 */
export function assertReportFolder(folder: string): void {
  try {
    let parent = resolve(folder);
    while (lstatSync(parent, { throwIfNoEntry: false }) === undefined) parent = dirname(parent);
    if (!statSync(parent).isDirectory()) throw unwritable(folder, `${parent} is not a folder`);
    accessSync(parent, constants.W_OK);
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unwritable(folder, fileReason(cause), cause);
  }
}

/**
 * Writes files into a folder, which is made if it is not there.
 * @returns a sentence about them.
 * @throws {UsageError} if the folder cannot be written.
 * @throws {Fault} `no-space` if its disk fails.
 */
export function writeFiles(files: readonly ReportFile[], folder: string): string {
  try {
    makeDirectory(folder, folderMode);
    replaceFiles(files.map(({ name, text }) => ({ name: join(folder, name), text })));
  } catch (cause) {
    throw unwritable(folder, fileReason(cause), cause);
  }
  return `${files.length} files with results, tables and charts in ${printable(folder)}\n`;
}
