/**
 * Many ranges of keys are read with one iterator that moves from each to the next. An iterator for
 * each would cost the event loop as much as twenty rows, and the garbage collector a pause.
 */
import { isSliceOver, nextSlice } from "@tandem/runtime";

export type Row = [key: Uint8Array, value: Uint8Array];

/** An iterator of a database. */
export interface Rows {
  /** Moves to the first key that is not before this one. */
  seek(key: Uint8Array): void;
  /** Returns the next rows, at most `many`; none when there are no more. */
  nextv(many: number): Promise<Row[]>;
  close(): Promise<void>;
}

/** Both ends included. */
export interface KeyRange {
  readonly gte: Uint8Array;
  readonly lte: Uint8Array;
}

/** Rows read at a range's beginning, and how many times as many after each read. */
const firstRows = 16;
const growth = 4;

/** Rows that were read ahead of those asked for, without a gap up to where the iterator stands. */
class RowsAhead {
  readonly #rows: Rows;
  #ahead: readonly Row[] = [];
  #at = 0;
  /** Indicates whether the iterator stands where the next range begins, and whether it has nothing more. */
  #isPlaced = true;
  #isAtEnd = false;

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Reads at most `limit` rows of a range that lies behind those read before. */
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
 * Reads in turns of the event loop.
 * @param rows from the beginning of the first range to the end of the last; closed at the end.
 * @param ranges in the order of their keys; no two overlap.
 * @param limit rows of each range at most.
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
      // Behind the last range the iterator has nothing, so that no row is read in vain.
      const first = i === ranges.length - 1 ? limit : Math.min(firstRows, limit);
      found.push(await ahead.read(range, limit, first));
    }
    return found;
  } finally {
    await rows.close();
  }
}
