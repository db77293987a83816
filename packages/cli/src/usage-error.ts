import { distance } from "fastest-levenshtein";

/** A command line, an environment variable or a file of settings is wrong. Programs exit with 2. */
export class UsageError extends Error {}

/** Edits up to which a name counts as a misspelling of another. */
const editsMax = 4;

/** ` (did you mean X?)`, or nothing when no name is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    const edits = distance(given, name);
    if (edits <= editsMax && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  return best === undefined ? "" : ` (did you mean ${best.name}?)`;
}
