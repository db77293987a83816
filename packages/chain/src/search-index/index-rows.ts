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
 * Reads the first rows of each key. A filter may have a thousand keys, each with a row at every height, so the keys share
 * what is read: first alike, and then among those that have more rows.
 */
export async function readIndexRows(
  reader: Reader,
  table: IndexTable,
  indexKeys: FilterCriterion,
  { from, to, limit }: RowRange,
): Promise<FoundRows> {
  const max = chainLimits.indexRowsAtOnce;
  let rows: EncodedRow[] = [];
  let unread = indexKeys.map((indexKey) => ({ indexKey, height: from }));
  /** The rows that were read of each unread key. */
  let read = 0;
  while (unread.length > 0) {
    const share = Math.floor((max - rows.length) / unread.length);
    const count = Math.min(limit - read, read === 0 ? Math.max(1, share) : share);
    if (count < 1) break;
    const ranges = unread.map((at) => ({ from: at, to: { ...at, height: to } }));
    const lists = await reader.entriesOfEach(table.raw, ranges, count);
    rows = [rows, ...lists].flat();
    read += count;
    unread = unread.flatMap(({ indexKey }, i) => {
      const last = lists[i]?.at(count - 1)?.[0].height ?? to;
      return last < to ? [{ indexKey, height: last + 1 }] : [];
    });
  }
  const reach = unread.reduce((least, { height }) => Math.min(least, height - 1), to);
  return { rows: reach < to ? rows.filter(([{ height }]) => height <= reach) : rows, reach };
}
