// Gives a run of tests or of a campaign its own folder for temporary files: a node that is killed
// leaves its data directory there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEndSignal } from "./at-end-signal.mjs";

/** Attempts to remove a folder in which processes that are ending still write. */
const attempts = 10;

/**
 * Creates a folder that is removed with the end of this process, also by a signal.
 * @param {(signal: NodeJS.Signals) => void} [beforeEnd] is called when a signal ends the process.
 */
export function makeRunFolder(beforeEnd = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-run-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: attempts });
  });
  atEndSignal(beforeEnd);
  return folder;
}
