import { distance } from "fastest-levenshtein";

/**
 * Is thrown for a wrong command line, environment variable or settings file. Programs exit with 2.
 */
export class UsageError extends Error {}

/**
 * The characters for which one edit is allowed between a name and its misspelling, and the maximum of edits. A name
 * that begins another one may lack one character more than that.
 */
const charactersPerEdit = 2;
const editsMost = 4;

/** The minimum length of a given name that is found as a part of a longer one. */
const partMin = 4;

/** Returns ` (did you mean X?)`, or an empty text if no name is similar or contains the given one. */
export function didYouMean(given: string, known: readonly string[]): string {
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    const edits = distance(given, name);
    const longest = Math.max(given.length, name.length);
    const isBeginning = given.startsWith(name) || name.startsWith(given);
    const share = longest / charactersPerEdit;
    const editsMax = Math.min(editsMost, isBeginning ? Math.ceil(share) : Math.floor(share));
    if (edits <= editsMax && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  const longer =
    given.length < partMin ? undefined : known.find((name) => name.split("-").includes(given));
  const nearest = best?.name ?? longer;
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}
