/**
 * Hashes of the canonical chain by height, read and cached in pages: reading a row of LevelDB takes
 * longer than searching the logs of its block. A page is cached by the hash of its last block,
 * which commits to all earlier ones, so no reorg invalidates it.
 */

import { type BlockHash, concat, toKey } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../../limits.js";

const { canonicalPageRows: length } = chainLimits;
const hashBytes = 32;

/** If this many heights of a page are requested, the whole page is read. */
const worthReading = length / 4;

/** Heights and hashes in order, complete up to and including the height `reach`. */
export interface CanonicalPage {
  readonly rows: readonly (readonly [number, BlockHash])[];
  readonly reach: number;
}

/**
 * Reads the heights from `from` up to and including `to`, but at most to the end of the page of
 * `from`.
 */
export type ReadCanonicalPage = (
  reader: Reader,
  from: number,
  to: number,
) => Promise<CanonicalPage>;

export function canonicalPages(): ReadCanonicalPage {
  const pages = new LruMap<string, Uint8Array>(chainLimits.canonicalPagesKept);

  /**
   * Returns the concatenated hashes of a whole page; undefined if the chain does not contain all of
   * it.
   */
  async function wholePage(reader: Reader, start: number, isWorth: boolean) {
    const end = start + length - 1;
    const last = reader.get(table.canonical, end);
    if (last === undefined) return undefined;
    const key = toKey(last);
    const known = pages.get(key);
    if (known !== undefined || !isWorth) return known;
    const rows = await reader.entries(table.canonical, { from: start, to: end, limit: length });
    // A fork of another chain may begin within the page.
    if (rows.length < length) return undefined;
    const hashes = concat(...rows.map(([, hash]) => hash));
    pages.set(key, hashes);
    return hashes;
  }

  return async (reader, from, to) => {
    const start = from - (from % length);
    const reach = Math.min(to, start + length - 1);
    const count = reach - from + 1;
    const hashes = await wholePage(reader, start, count >= worthReading);
    if (hashes === undefined) {
      const range = { from, to: reach, limit: count };
      return { rows: await reader.entries(table.canonical, range), reach };
    }
    const rows = Array.from({ length: count }, (_, i): [number, BlockHash] => {
      const at = (from - start + i) * hashBytes;
      return [from + i, hashes.subarray(at, at + hashBytes)];
    });
    return { rows, reach };
  };
}

/** Hashes are read as a range if at least one of this many heights in it is requested. */
const rangePerHash = 4;

/**
 * Reads the canonical hashes at some heights: as pages where many of them are near each other, since a row of its own
 * takes as long as a dozen rows of a page.
 * @param heights in ascending order.
 * @returns the hashes in this order; undefined where the chain has no block.
 */
export async function canonicalHashes(
  readPage: ReadCanonicalPage,
  reader: Reader,
  heights: readonly number[],
): Promise<(BlockHash | undefined)[]> {
  const hashes: (BlockHash | undefined)[] = [];
  for (let at = 0; at < heights.length; ) {
    const first = heights[at] as number;
    const pageEnd = first - (first % length) + length;
    let next = at + 1;
    while (next < heights.length && (heights[next] as number) < pageEnd) next++;
    const some = heights.slice(at, next);
    const last = some.at(-1) as number;
    if (rangePerHash * some.length > last - first + rangePerHash) {
      const { rows } = await readPage(reader, first, last);
      const page = new Map(rows);
      for (const height of some) hashes.push(page.get(height));
    } else for (const height of some) hashes.push(reader.get(table.canonical, height));
    at = next;
  }
  return hashes;
}
