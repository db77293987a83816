/** Navigates through pages, each of which has the cursor of the next one. */
import { useState } from "preact/hooks";

export interface CursorPages<C> {
  /** Undefined for the first page. */
  readonly cursor: C | undefined;
  /** Goes to the page that begins at a cursor. */
  older(cursor: C): void;
  newer(): void;
}

/** Stores the pages that led to the current one. */
export function useCursorPages<C>(): CursorPages<C> {
  const [path, setPath] = useState<readonly C[]>([]);
  return {
    cursor: path.at(-1),
    // A second click may arrive before the page of the first one.
    older: (cursor) =>
      setPath((before) => (before.at(-1) === cursor ? before : [...before, cursor])),
    newer: () => setPath((before) => before.slice(0, -1)),
  };
}

interface CursorStepsProps<C> {
  readonly what: string;
  readonly pages: CursorPages<C>;
  /** The cursor of the next page; undefined on the last one. */
  readonly next: C | undefined;
}

export function CursorSteps<C>({ what, pages, next }: CursorStepsProps<C>) {
  const { cursor, older, newer } = pages;
  if (cursor === undefined && next === undefined) return null;
  return (
    <nav class="steps" aria-label={`Pages of ${what}`}>
      <button type="button" disabled={cursor === undefined} onClick={newer}>
        ← Newer
      </button>
      <button
        type="button"
        disabled={next === undefined}
        onClick={() => next !== undefined && older(next)}
      >
        Older →
      </button>
    </nav>
  );
}
