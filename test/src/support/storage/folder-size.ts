/** Measures the size of a folder on the disk. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns the bytes of all files below a folder. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
