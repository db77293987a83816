/**
 * Caches the number of traces that a filter matches in whole spans of blocks, counted when their
 * rows are read. A count is cached by the hash of the span's last block, which commits to all
 * earlier ones, so no reorg invalidates it.
 */

import { concat, keccak256, toKey } from "@tandem/primitives";
import { LruMap } from "@tandem/runtime";
import { type Reader, table } from "@tandem/store";
import { chainLimits } from "../limits.js";
import type { FilterCriterion } from "./index-keys.js";

const { traceSpanBlocks: length } = chainLimits;

export type SpanCounts = LruMap<string, number>;

export const createSpanCounts = (): SpanCounts => new LruMap(chainLimits.traceSpansCounted);

/** Returns the first height of the first span that begins at a height or after it. */
export const nextSpan = (height: number): number => Math.ceil(height / length) * length;

/** The counts of one filter along the chain a reader sees. */
export interface SpansOfFilter {
  /**
   * Returns the count of the span that begins at a height; undefined if it was not counted, or has
   * not ended.
   */
  at(start: number): number | undefined;
  /**
   * Remembers the spans whose rows were read.
   * @param rows every row there is from `from` up to and including `to`, in order.
   */
  learn(
    rows: readonly { readonly height: number; readonly count: number }[],
    from: number,
    to: number,
  ): void;
}

export function spansOf(
  counts: SpanCounts,
  reader: Reader,
  criteria: readonly FilterCriterion[],
): SpansOfFilter {
  // Index keys have one length and begin with their kind, so no two filters result in the same
  // bytes.
  const filter = toKey(keccak256(concat(...criteria.flat())));
  const keyOf = (start: number) => {
    const end = reader.get(table.canonical, start + length - 1);
    return end && `${filter}${toKey(end)}`;
  };
  return {
    at(start) {
      const key = keyOf(start);
      return key === undefined ? undefined : counts.get(key);
    },
    learn(rows, from, to) {
      let next = 0;
      for (let start = nextSpan(from); start + length - 1 <= to; start += length) {
        let count = 0;
        for (let row = rows[next]; row !== undefined && row.height < start + length; ) {
          if (row.height >= start) count += row.count;
          row = rows[++next];
        }
        const key = keyOf(start);
        if (key !== undefined) counts.set(key, count);
      }
    },
  };
}
