import { distance } from "fastest-levenshtein";

/** The command line, an environment variable or the environment file is wrong. Exit code 2. */
export class UsageError extends Error {}

/** Edits up to which a name counts as a misspelling of another. */
const editsMax = 4;

/** ` (did you mean X?)`, or nothing when no name is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, edits: distance(given, name) }))
    .filter(({ edits }) => edits <= editsMax)
    .sort((a, b) => a.edits - b.edits);
  return nearest === undefined ? "" : ` (did you mean ${nearest.name}?)`;
}
