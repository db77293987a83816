// Finds what tests leave behind: folders below the run's temporary folder, and processes that use
// it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds for processes to end. */
const endingMs = 30_000;
const betweenLooksMs = 100;

/** Returns the names of the project's folders and files below `temporary`. */
const foldersLeft = (temporary) =>
  readdirSync(temporary).filter((name) => name.startsWith("tandem-"));

/** Returns what is left when processes had time to end: some remove their folders then. */
export async function leftBehind(temporary) {
  const processes = await processesLeft(temporary);
  return { folders: foldersLeft(temporary), processes };
}

/** Reads a file of `/proc`, whose process may have ended or belong to another user. */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Returns the commands of the processes whose environment names `temporary`. None is found without
 * `/proc`.
 */
function running(temporary) {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(`TMPDIR=${temporary}`))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).split("\0").join(" ").trim()}`);
}

/** Returns the commands of such processes that do not end. */
export async function processesLeft(temporary, patienceMs = endingMs) {
  const end = performance.now() + patienceMs;
  let found = running(temporary);
  while (found.length > 0 && performance.now() < end) {
    await pause(betweenLooksMs);
    found = running(temporary);
  }
  return found;
}
