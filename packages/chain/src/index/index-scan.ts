/**
 * Scans an index. The criterion that is rarest in the range is read page by page; the others are
 * only read at the heights it contains. So the cost depends on the matches, not on the range.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { IndexKeyAt, Reader, Table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { FilterCriterion } from "./index-keys.js";

export type IndexTable = Table<IndexKeyAt, readonly number[]>;

/** The positions at one height that match every criterion. */
export interface Hits {
  readonly height: number;
  readonly positions: readonly number[];
}

export interface IndexScan {
  readonly reader: Reader;
  readonly table: IndexTable;
  /** The criteria, at least one. */
  readonly criteria: readonly FilterCriterion[];
  readonly from: number;
  readonly to: number;
}

/** Rows of one criterion from a height on: complete up to `reach`. */
export interface Page {
  readonly rows: ReadonlyMap<number, readonly number[]>;
  readonly reach: number;
}

/** Reads the first rows of each criterion. */
export const probe = (
  scan: IndexScan,
  rows: number = chainLimits.indexProbeRows,
): Promise<readonly Page[]> =>
  Promise.all(scan.criteria.map((criterion) => readPage(scan, criterion, scan.from, rows)));

/**
 * Iterates over the heights that match all criteria. @param probed the result of `probe`, if it was
 * called before.
 */
export async function* scanIndex(scan: IndexScan, probed?: readonly Page[]): AsyncGenerator<Hits> {
  const { reader, table, criteria, to } = scan;
  const first = probed ?? (await probe(scan));
  const lead = rarest(first);
  const others = criteria.filter((_, i) => i !== lead);
  let page = first[lead] as Page;
  for (;;) {
    for (const [height, found] of [...page.rows].sort(([a], [b]) => a - b)) {
      if (isSliceOver()) await nextSlice();
      const positions = others.reduce<readonly number[]>(
        (left, criterion) =>
          left.length === 0 ? left : common(left, at(reader, table, criterion, height)),
        found,
      );
      if (positions.length > 0) yield { height, positions };
    }
    if (page.reach >= to) return;
    page = await readPage(
      scan,
      criteria[lead] as FilterCriterion,
      page.reach + 1,
      chainLimits.indexPageRows,
    );
  }
}

/**
 * Returns the criterion with the fewest rows: the one whose first page reaches farthest, or of
 * equal ones the shortest page.
 */
function rarest(pages: readonly Page[]): number {
  const isRarer = (a: Page, b: Page) =>
    a.reach === b.reach ? a.rows.size < b.rows.size : a.reach > b.reach;
  return pages.reduce((best, page, i) => (isRarer(page, pages[best] as Page) ? i : best), 0);
}

async function readPage(
  { reader, table, to }: IndexScan,
  criterion: FilterCriterion,
  from: number,
  limit: number,
): Promise<Page> {
  const ranges = criterion.map((indexKey) => ({
    from: { indexKey, height: from },
    to: { indexKey, height: to },
  }));
  const lists = await reader.entriesOfEach(table, ranges, limit);
  // A list that was cut off is incomplete beyond its last height.
  const reach = Math.min(
    to,
    ...lists.filter((list) => list.length === limit).map((list) => list.at(-1)?.[0].height ?? to),
  );
  const rows = new Map<number, readonly number[]>();
  for (const [{ height }, positions] of lists.flat()) {
    if (height <= reach) rows.set(height, merge(rows.get(height), positions));
  }
  return { rows, reach };
}

const at = (reader: Reader, table: IndexTable, criterion: FilterCriterion, height: number) =>
  criterion
    .map((indexKey) => reader.get(table, { indexKey, height }))
    .reduce<readonly number[]>((all, found) => (found === undefined ? all : merge(all, found)), []);

function merge(a: readonly number[] | undefined, b: readonly number[]): readonly number[] {
  if (a === undefined || a.length === 0) return b;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function common(a: readonly number[], b: readonly number[]): readonly number[] {
  const wanted = new Set(b);
  return a.filter((position) => wanted.has(position));
}
