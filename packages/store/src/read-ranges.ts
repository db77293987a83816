/**
 * Reads many ranges of keys with one iterator that moves from each to the next. One iterator per
 * range would cost as much as twenty rows, and cause garbage collection.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";

export type Row = [key: Uint8Array, value: Uint8Array];

/** An iterator of a database. */
export interface Rows {
  /** Moves to the first key that is not below this one. */
  seek(key: Uint8Array): void;
  /** Returns the next rows, at most `many`; an empty list at the end. */
  nextv(many: number): Promise<Row[]>;
  close(): Promise<void>;
}

/** A range of keys, both ends included. */
export interface KeyRange {
  readonly gte: Uint8Array;
  readonly lte: Uint8Array;
}

/** Rows read at the start of a range, and the factor after each read. */
const firstRows = 16;
const growth = 4;

/** Rows that were read ahead, without a gap up to the position of the iterator. */
class RowsAhead {
  readonly #rows: Rows;
  #ahead: readonly Row[] = [];
  #at = 0;
  /** Whether the iterator is at the start of the next range, and whether it has reached its end. */
  #isPlaced = true;
  #isAtEnd = false;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Reads at most `limit` rows of a range behind those read before. */
  async read({ gte, lte }: KeyRange, limit: number, first: number): Promise<Row[]> {
    this.#moveTo(gte);
    const found: Row[] = [];
    for (let many = first; found.length < limit; this.#at++) {
      if (this.#at === this.#ahead.length) {
        await this.#readOn(many);
        many = Math.min(limit, many * growth);
      }
      const row = this.#ahead[this.#at];
      if (row === undefined || Buffer.compare(row[0], lte) > 0) break;
      found.push(row);
    }
    return found;
  }

  #moveTo(gte: Uint8Array): void {
    while (this.#at < this.#ahead.length && Buffer.compare(this.#key(), gte) < 0) this.#at++;
    if (this.#at === this.#ahead.length && !this.#isPlaced && !this.#isAtEnd) this.#rows.seek(gte);
    this.#isPlaced = false;
  }

  #key = (): Uint8Array => (this.#ahead[this.#at] as Row)[0];

  async #readOn(many: number): Promise<void> {
    this.#at = 0;
    this.#ahead = this.#isAtEnd ? [] : await this.#rows.nextv(many);
    this.#isAtEnd = this.#ahead.length === 0;
  }
}

/**
 * Reads the ranges, yielding to the event loop.
 * @param rows from the start of the first range to the end of the last; closed at the end.
 * @param ranges in the order of their keys, without overlap.
 * @param limit maximum rows per range.
 * @returns a list for each range.
 */
export async function readRanges(
  rows: Rows,
  ranges: readonly KeyRange[],
  limit: number,
): Promise<Row[][]> {
  const ahead = new RowsAhead(rows);
  const found: Row[][] = [];
  try {
    for (const [i, range] of ranges.entries()) {
      if (isSliceOver()) await nextSlice();
      // The iterator ends with the last range, so that reading ahead reads no row in vain.
      const first = i === ranges.length - 1 ? limit : Math.min(firstRows, limit);
      found.push(await ahead.read(range, limit, first));
    }
    return found;
  } finally {
    await rows.close();
  }
}
