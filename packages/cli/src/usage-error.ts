import { distance } from "fastest-levenshtein";

/**
 * Is thrown for a wrong command line, environment variable or settings file. Programs exit with 2.
 */
export class UsageError extends Error {}

/**
 * The characters for which one edit is allowed between a name and its misspelling, and the maximum of edits. One
 * more is allowed where one of them begins the other, or has its letters in another order.
 */
const charactersPerEdit = 2;
const editsMost = 4;

/** The minimum length of a given name that is found as a part of a longer one. */
const partMin = 4;

const sorted = (name: string): string => [...name].sort().join("");

/** Returns ` (did you mean X?)`, or an empty text if no name is similar or contains the given one. */
export function didYouMean(given: string, known: readonly string[]): string {
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    const edits = distance(given, name);
    const longest = Math.max(given.length, name.length);
    const isClose =
      given.startsWith(name) || name.startsWith(given) || sorted(given) === sorted(name);
    const share = longest / charactersPerEdit;
    const editsMax = Math.min(editsMost, isClose ? Math.ceil(share) : Math.floor(share));
    if (edits <= editsMax && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  const longer =
    given.length < partMin ? undefined : known.find((name) => name.split("-").includes(given));
  const nearest = best?.name ?? longer;
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}
