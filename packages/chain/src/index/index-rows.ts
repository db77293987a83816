/** Reads the rows of index keys from a height on, a bounded number for all keys together. */
import type { IndexKeyAt, Reader, Table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { FilterCriterion } from "./index-keys.js";

export type IndexTable = Table<IndexKeyAt, readonly number[]>;

/** A row whose positions are encoded: there may be millions of them. */
export type EncodedRow = readonly [at: IndexKeyAt, encoded: Uint8Array];

export interface RowRange {
  readonly from: number;
  readonly to: number;
  /** Maximum rows of each key. */
  readonly limit: number;
}

/** Every row up to and including `reach`. Those of one key are in the order of their heights. */
export interface FoundRows {
  readonly rows: readonly EncodedRow[];
  readonly reach: number;
}

/**
 * Reads the first rows of each key. A filter may have a thousand keys, each with a row at every height, so what is read
 * for the first keys decides up to which height the others are read.
 */
export async function readIndexRows(
  reader: Reader,
  table: IndexTable,
  indexKeys: FilterCriterion,
  { from, to, limit }: RowRange,
): Promise<FoundRows> {
  const max = chainLimits.indexRowsAtOnce;
  let rows: EncodedRow[] = [];
  let reach = to;
  for (let next = 0; next < indexKeys.length; ) {
    // A key has one row for each height at most.
    const rowsOfEach = Math.min(limit, reach - from + 1);
    const keys = indexKeys.slice(next, next + Math.max(1, Math.floor(max / rowsOfEach)));
    next += keys.length;
    const ranges = keys.map((indexKey) => ({
      from: { indexKey, height: from },
      to: { indexKey, height: reach },
    }));
    const lists = await reader.entriesOfEach(table.raw, ranges, limit);
    // A list that was cut off is incomplete beyond its last height.
    for (const list of lists) {
      if (list.length === limit) reach = Math.min(reach, list.at(-1)?.[0].height ?? reach);
    }
    rows = upTo(reach, [rows, ...lists].flat());
    if (rows.length > max) {
      reach = heightOf(rows, Math.floor((max * next) / indexKeys.length));
      rows = upTo(reach, rows);
    }
  }
  return { rows, reach };
}

const upTo = (reach: number, rows: EncodedRow[]): EncodedRow[] =>
  rows.filter(([{ height }]) => height <= reach);

/** Returns the height up to which there are about so many of some rows. */
function heightOf(rows: readonly EncodedRow[], count: number): number {
  const heights = Float64Array.from(rows, ([{ height }]) => height).sort();
  return heights[Math.min(count, heights.length - 1)] as number;
}
