import { distance } from "fastest-levenshtein";

/** Reports a wrong command line, environment variable or settings file. Programs exit with 2. */
export class UsageError extends Error {}

/** The maximum number of edits between a name and its misspelling. */
const editsMax = 4;

/** Returns ` (did you mean X?)`, or an empty text if no name is similar. */
export function didYouMean(given: string, known: readonly string[]): string {
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    const edits = distance(given, name);
    if (edits <= editsMax && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  return best === undefined ? "" : ` (did you mean ${best.name}?)`;
}
