/**
 * Records the databases that this thread has open. The system's lock of a database is one of the whole process: it does
 * not refuse the same process, which would release it by closing any of its descriptors of the lock file.
 */
import { realpathSync } from "node:fs";

const opened = new Set<string>();

/** Returns one name of a folder, whichever of its names is given; undefined if there is none. */
function placeOf(directory: string): string | undefined {
  try {
    return realpathSync.native(directory);
  } catch {
    return undefined;
  }
}

/** Returns whether this thread has the database of a directory open. */
export function isOpenHere(directory: string): boolean {
  const place = placeOf(directory);
  return place !== undefined && opened.has(place);
}

/**
 * Records that this thread opens the database of a directory.
 * @returns what records that it is closed.
 */
export function noteOpening(directory: string): () => void {
  const place = placeOf(directory);
  if (place === undefined) return () => {};
  opened.add(place);
  return () => opened.delete(place);
}
