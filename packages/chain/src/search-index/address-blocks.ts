/**
 * Finds the blocks of the canonical chain with traces from or to an address, upward or downward.
 * The index is read only upward, so a downward search reads it in windows of heights.
 */
import type { Address } from "@tandem/primitives";
import type { Reader } from "@tandem/store";
import { chainLimits } from "../limits.js";
import { traceCriteria } from "./index-keys.js";
import { type ReadPage, type Row, tracesOf } from "./trace-rows.js";

export interface AddressScan {
  readonly reader: Reader;
  readonly address: Address;
  /** The first and last height, both included. */
  readonly from: number;
  readonly to: number;
  readonly isBackward: boolean;
  /** Aborts the search between two pages. */
  readonly signal: AbortSignal;
}

/** Returns every row of a window of heights. */
async function rowsIn(readPage: ReadPage, from: number, to: number, signal: AbortSignal) {
  const rows: Row[] = [];
  for (let at = from; at <= to; ) {
    const page = await readPage(at, to, chainLimits.indexPageRows);
    signal.throwIfAborted();
    rows.push(...page.rows);
    at = page.reach + 1;
  }
  return rows;
}

/** Yields a row for each block. A trace from the address to itself appears twice. */
export async function* blocksOfAddress(scan: AddressScan): AsyncGenerator<Row> {
  const { reader, address, from, to, isBackward, signal } = scan;
  const readPage = tracesOf(reader, traceCriteria([address], [address]).flat());
  const { addressSpanBlocks, addressSpanBlocksMax } = chainLimits;
  let span: number = addressSpanBlocks;
  let low = from;
  let high = to;
  while (low <= high) {
    const start = isBackward ? Math.max(low, high - span + 1) : low;
    const end = isBackward ? high : Math.min(high, low + span - 1);
    const rows = await rowsIn(readPage, start, end, signal);
    yield* isBackward ? rows.reverse() : rows;
    if (isBackward) high = start - 1;
    else low = end + 1;
    // In sparse ranges, the next window is larger.
    if (rows.length < span / 4) span = Math.min(span * 4, addressSpanBlocksMax);
  }
}
