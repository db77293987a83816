/** What a folder takes on the disk. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes of all files below it. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
