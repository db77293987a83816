/** Replaces a file or a folder by a rename, once the new one is complete. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { unfinishedKeptMs } from "./limits.js";
import { namesIn } from "./names-in.js";

/** The maximum number of symbolic links to a file, as of Linux. */
const linksMax = 40;

/** Returns the target of a symbolic link; undefined for anything else, and for a name that no file can have. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** Returns an absolute path, without links to folders if its folder exists. */
function inRealFolder(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}

/**
 * Returns the file or the folder behind symbolic links, which stay when it is replaced, also if it does not exist
 * (yet): a repair gives a folder another name for a moment. Of links that go round in a circle it returns one.
 */
export function behindLinks(name: string): string {
  // With a slash at its end, a name is that of what is behind the link.
  let path = name.replace(/(?<=.)\/+$/, "");
  for (let links = 0; links < linksMax; links++) {
    const target = targetOf(path);
    if (target === undefined) return inRealFolder(path);
    // Not normalized: `..` after a link to a folder leads to another folder than in the text.
    path = (isAbsolute(target) ? target : `${dirname(path)}/${target}`).replace(/(?<=.)\/+$/, "");
  }
  return path;
}

/** The names of a file that is written. */
export interface Destination {
  /** The given name, for errors. */
  readonly file: string;
  /** The file behind symbolic links, which stay. */
  readonly path: string;
  /** The name under which it is written first; that of the file itself for a pipe or a device, which is not replaced. */
  readonly written: string;
}

/** @throws the error of the file system if no file can have the name. */
export function destinationOf(file: string): Destination {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    return { file, path: file, written: file };
  }
  const path = behindLinks(file);
  // Two processes may write the same file: the last one that is complete stays.
  return { file, path, written: `${path}.${randomUUID().slice(0, 8)}.unfinished` };
}

/** Matches the end of the name of a file that is written; its beginning is the name of the file and a dot. */
const unfinishedEnd = /^[0-9a-f]{8}\.unfinished$/;

/**
 * Removes what processes that were killed have left of the same file, once nothing was written to it for a day. Another
 * process may be writing the others. What cannot be removed stays.
 */
export function removeUnfinished({ path, written }: Pick<Destination, "path" | "written">): void {
  if (written === path) return;
  const [folder, begin] = [dirname(path), `${basename(path)}.`];
  for (const name of namesIn(folder)) {
    if (!name.startsWith(begin) || !unfinishedEnd.test(name.slice(begin.length))) continue;
    const left = join(folder, name);
    const found = lstatSync(left, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs < Date.now() - unfinishedKeptMs) removeIfPossible(left);
  }
}

export interface FileText {
  readonly name: string;
  /** The text, or pieces of one that may be longer than JavaScript's longest string. */
  readonly text: string | Iterable<string>;
}

/**
 * Writes files, all of them before any gets its name: an error or an interruption leaves the previous ones.
 * @throws the error of the file system.
 */
export function replaceFiles(files: readonly FileText[]): void {
  const begun: Destination[] = [];
  try {
    for (const { name, text } of files) {
      const destination = destinationOf(name);
      begun.push(destination);
      removeUnfinished(destination);
      writeText(destination, typeof text === "string" ? [text] : text);
    }
    for (const { path, written } of begun) if (written !== path) renameSync(written, path);
  } catch (cause) {
    for (const { path, written } of begun) if (written !== path) removeIfPossible(written);
    throw cause;
  }
}

/** The characters that are written at once: a piece may have a few. */
const writtenLength = 1024 * 1024;

function writeText({ path, written }: Destination, pieces: Iterable<string>): void {
  const descriptor = openSync(written, "w");
  try {
    let text = "";
    for (const piece of pieces) {
      text += piece;
      if (text.length < writtenLength) continue;
      writeFileSync(descriptor, text);
      text = "";
    }
    writeFileSync(descriptor, text);
    if (written !== path) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes what is left of a file on a disk that may be full or read-only. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The error of the write is the one to report.
  }
}
