/** Rows of the trace index, read a page at a time. Their positions are decoded on demand. */
import { countPositions, positions, type Reader, table } from "@tandem/store";
import type { FilterCriterion } from "./index-keys.js";
import { type EncodedRow, readIndexRows } from "./index-rows.js";

/** The matches at one height, decoded on demand. */
export interface Row {
  readonly height: number;
  readonly count: number;
  positions(): readonly number[];
}

/** Rows in order from a height on, complete up to `reach`. */
interface Page {
  readonly rows: readonly Row[];
  readonly reach: number;
}

export type ReadPage = (from: number, to: number, limit: number) => Promise<Page>;

/** Returns a reader of all traces, whose rows come from the trace counts. */
export function everyTrace(reader: Reader): ReadPage {
  return async (from, to, limit) => {
    const found = await reader.entries(table.traceCounts, { from, to, limit });
    const rows = found.map(([height, many]): Row => {
      const count = Number(many);
      return { height, count, positions: () => Array.from({ length: count }, (_, i) => i) };
    });
    return { rows, reach: reachOf(rows, to, limit) };
  };
}

/** Returns a reader of traces with one of some index keys, of which each trace has at most one. */
export function tracesOf(reader: Reader, indexKeys: FilterCriterion): ReadPage {
  const rowOf = ([{ height }, bytes]: EncodedRow): Row => {
    return { height, count: countPositions(bytes), positions: () => positions.decode(bytes) };
  };
  return async (from, to, limit) => {
    const found = await readIndexRows(reader, table.traceIndex, indexKeys, { from, to, limit });
    const rows = found.rows.map(rowOf);
    return { rows: indexKeys.length === 1 ? rows : merged(rows), reach: found.reach };
  };
}

/**
 * Returns the last height for which a list is complete: one that was cut off is incomplete beyond
 * its last height.
 */
const reachOf = (rows: readonly Row[], to: number, limit: number): number =>
  rows.length < limit ? to : (rows.at(-1)?.height ?? to);

/** Merges rows that share no position into one row per height. */
function merged(rows: readonly Row[]): Row[] {
  const heights = new Map<number, Row[]>();
  for (const row of rows) {
    const known = heights.get(row.height);
    if (known === undefined) heights.set(row.height, [row]);
    else known.push(row);
  }
  return [...heights]
    .sort(([a], [b]) => a - b)
    .map(([height, found]) => ({
      height,
      count: found.reduce((sum, { count }) => sum + count, 0),
      positions: () => found.flatMap((row) => row.positions()).sort((a, b) => a - b),
    }));
}

/** Intersects two sources, up to the height that both pages reach. */
export function tracesOfBoth(sources: readonly ReadPage[]): ReadPage {
  return async (from, to, limit) => {
    const pages = await Promise.all(sources.map((readPage) => readPage(from, to, limit)));
    const [first, ...others] = pages.map(({ rows }) => rows);
    return {
      rows: others.reduce<readonly Row[]>(common, first ?? []),
      reach: Math.min(...pages.map(({ reach }) => reach)),
    };
  };
}

/** Intersects the positions of each height, up to where either list ends. */
function common(some: readonly Row[], others: readonly Row[]): Row[] {
  const found: Row[] = [];
  let next = 0;
  for (const one of some) {
    while ((others[next]?.height ?? Number.POSITIVE_INFINITY) < one.height) next++;
    const other = others[next];
    if (other?.height !== one.height) continue;
    const wanted = new Set(other.positions());
    const positions = one.positions().filter((position) => wanted.has(position));
    if (positions.length === 0) continue;
    found.push({ height: one.height, count: positions.length, positions: () => positions });
  }
  return found;
}
