// Records a successful build, so that a start takes no time for the compiler if nothing has changed since.
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sourceFolders } from "./workspace-folders.mjs";

/** Returns the compiler's records of the projects that are built. */
const outputsOf = (root) =>
  sourceFolders(root)
    .map((folder) => join(folder, "dist/.tsbuildinfo"))
    .filter((name) => existsSync(join(root, name)));

const recordOf = (root, projects) =>
  join(root, "node_modules", `.tandem-built-${projects.join("+").replaceAll("/", "-")}`);

/** Returns what a record lists; undefined for one of which only a part was written, as on a full disk. */
function outputsIn(record) {
  try {
    return JSON.parse(readFileSync(record, "utf8"));
  } catch {
    return undefined;
  }
}

/** Systems state the time of a change in steps of up to ten milliseconds, and the last step is meant. */
const timeStepMs = 10;

/** Compares the time of the last change of content, name or times, which no program can set back. */
function isUnchanged(path, sinceMs) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || stats.ctimeMs < sinceMs;
}

/** A folder changes with the names in it. */
function isTreeUnchanged(folder, sinceMs) {
  if (!existsSync(folder)) return true;
  if (!isUnchanged(folder, sinceMs)) return false;
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? isTreeUnchanged(path, sinceMs) : isUnchanged(path, sinceMs);
  });
}

/**
 * @param {string} root folder of the repository.
 * @param {readonly string[]} projects as they are passed to the compiler.
 * @returns {boolean} whether these were built, and no source, manifest or dependency has changed since.
 */
export function isBuilt(root, projects) {
  const record = recordOf(root, projects);
  const made = statSync(record, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return false;
  const outputs = outputsIn(record);
  if (outputs === undefined || !outputs.every((name) => existsSync(join(root, name)))) return false;
  const isConfiguration = (name) => /^(?:tsconfig.*|package|pnpm-lock)\.(?:json|yaml)$/.test(name);
  return ["", ...sourceFolders(root)].every((folder) => {
    const path = join(root, folder);
    if (!existsSync(path)) return true;
    if (folder !== "" && !isTreeUnchanged(join(path, "src"), made)) return false;
    return readdirSync(path)
      .filter(isConfiguration)
      .every((name) => isUnchanged(join(path, name), made));
  });
}

/**
 * Records that projects were built without errors.
 * @param {string} root folder of the repository.
 * @param {readonly string[]} projects as they were passed to the compiler.
 * @param {number} begunMs Unix milliseconds before the compiler began to read.
 */
export function recordBuild(root, projects, begunMs) {
  const record = recordOf(root, projects);
  writeFileSync(record, JSON.stringify(outputsOf(root)));
  const begun = new Date(begunMs - timeStepMs);
  utimesSync(record, begun, begun);
}
