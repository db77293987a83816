/** Navigates from one page of a list to the next. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { grouped } from "../format/amounts.js";

interface PageStepsProps {
  /** The items of the pages, for example "transactions". */
  readonly what: string;
  /** The index of the page, from 0. */
  readonly page: number;
  readonly pages: number;
  go(page: number): void;
}

export function PageSteps({ what, page, pages, go }: PageStepsProps) {
  if (pages <= 1) return null;
  return (
    <nav class="steps" aria-label={`Pages of ${what}`}>
      <button type="button" disabled={page === 0} onClick={() => go(page - 1)}>
        ← Previous
      </button>
      <span>
        Page {grouped(page + 1)} of {grouped(pages)}
      </span>
      <button type="button" disabled={page + 1 >= pages} onClick={() => go(page + 1)}>
        Next →
      </button>
    </nav>
  );
}

interface PagedProps<T> {
  readonly what: string;
  readonly items: readonly T[];
  readonly size: number;
  children(items: readonly T[]): ComponentChildren;
}

/** Shows one page of a list, however long the list is. */
export function Paged<T>({ what, items, size, children }: PagedProps<T>) {
  const [wanted, setWanted] = useState(0);
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(wanted, pages - 1);
  return (
    <>
      {children(items.slice(page * size, (page + 1) * size))}
      <PageSteps what={what} page={page} pages={pages} go={setWanted} />
    </>
  );
}
