/**
 * Scans an index. The criterion that is rarest in the range is read page by page; the others are
 * only read at the heights it contains. So the cost depends on the matches, not on the range.
 */
import { type Cancellation, isSliceOver, nextSliceUnlessCancelled } from "@tandem/runtime";
import { positions, type Reader } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { FilterCriterion } from "./index-keys.js";
import { type IndexTable, readIndexRows } from "./index-rows.js";

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
  readonly cancellation: Cancellation;
}

/**
 * Rows of one criterion from a height on, complete up to `reach`. Positions stay encoded until their height is
 * scanned: a page may have millions of them.
 */
export interface Page {
  readonly rows: ReadonlyMap<number, readonly Uint8Array[]>;
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
 * called before. @throws an AbortError once the work is cancelled.
 */
export async function* scanIndex(scan: IndexScan, probed?: readonly Page[]): AsyncGenerator<Hits> {
  const { criteria, to, cancellation } = scan;
  const first = probed ?? (await probe(scan));
  const lead = rarest(first);
  const others = criteria.filter((_, i) => i !== lead);
  let page = first[lead] as Page;
  for (;;) {
    for (const [height, rows] of [...page.rows].sort(([a], [b]) => a - b)) {
      if (isSliceOver()) await nextSliceUnlessCancelled(cancellation);
      let left = union(rows);
      for (const criterion of others) {
        if (left.length === 0) break;
        if (isSliceOver()) await nextSliceUnlessCancelled(cancellation);
        left = common(left, union(rowsAt(scan, criterion, height)));
      }
      if (left.length > 0) yield { height, positions: left };
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
  const found = await readIndexRows(reader, table, criterion, { from, to, limit });
  const rows = new Map<number, Uint8Array[]>();
  for (const [{ height }, encoded] of found.rows) {
    const known = rows.get(height);
    if (known === undefined) rows.set(height, [encoded]);
    else known.push(encoded);
  }
  return { rows, reach: found.reach };
}

/** Returns the rows of a criterion at one height, encoded. */
const rowsAt = ({ reader, table }: IndexScan, criterion: FilterCriterion, height: number) =>
  criterion
    .map((indexKey) => reader.get(table.raw, { indexKey, height }))
    .filter((found) => found !== undefined);

/** Returns the positions of rows, ascending without duplicates. */
function union(rows: readonly Uint8Array[]): readonly number[] {
  const [only, ...others] = rows;
  if (only === undefined) return [];
  if (others.length === 0) return positions.decode(only);
  const all = new Set(rows.flatMap((row) => positions.decode(row)));
  return [...all].sort((a, b) => a - b);
}

function common(a: readonly number[], b: readonly number[]): readonly number[] {
  const wanted = new Set(b);
  return a.filter((position) => wanted.has(position));
}
