import { distance } from "fastest-levenshtein";

/** Reports a wrong command line, environment variable or settings file. Programs exit with 2. */
export class UsageError extends Error {}

/** The maximum number of edits between a name and its misspelling: one for so many characters, and in all. */
const charactersPerEdit = 2;
const editsMost = 4;

/** The minimum number of characters by which a longer name is found. */
const partMin = 4;

/** Returns ` (did you mean X?)`, or an empty text if no name is similar or contains the given one. */
export function didYouMean(given: string, known: readonly string[]): string {
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    const edits = distance(given, name);
    const longest = Math.max(given.length, name.length);
    const editsMax = Math.min(editsMost, Math.ceil(longest / charactersPerEdit));
    if (edits <= editsMax && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  const longer =
    given.length < partMin ? undefined : known.find((name) => name.split("-").includes(given));
  const nearest = best?.name ?? longer;
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}
