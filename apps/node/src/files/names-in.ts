/** Lists folders. */
import { readdirSync } from "node:fs";

/** Returns the names in a folder; none in a file, or if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
