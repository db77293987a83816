/**
 * How many traces each address has in each span of blocks, so that a page far into a range need not
 * read what it passes over. A view of the canonical chain, written and undone with it.
 */
import { type StoredBlock, toHex } from "@tandem/primitives";
import { type Batch, type Reader, type TermAt, table } from "@tandem/store";
import { chainLimits } from "./limits.js";
import { anyTrace, type IndexRow } from "./terms.js";

/** The first height of the span that a height is in. */
export const spanStart = (height: number): number =>
  height - (height % chainLimits.traceSpanBlocks);

/** By how much a count changes. */
export type SpanChange = readonly [TermAt, number];

/** What the trace index and the number of traces say of one block. */
export interface CountedBlock {
  readonly block: StoredBlock;
  readonly rows: readonly IndexRow[];
  readonly traces: number;
}

/** Changes that blocks make which leave the canonical chain and which join it. */
export function spanChanges(
  removed: readonly CountedBlock[],
  added: readonly CountedBlock[],
): SpanChange[] {
  const changes = new Map<string, { readonly key: TermAt; change: number }>();
  const count = (term: Uint8Array, height: number, change: number) => {
    const key = { term, height: spanStart(height) };
    const name = `${toHex(term)}${key.height}`;
    const known = changes.get(name);
    if (known === undefined) changes.set(name, { key, change });
    else known.change += change;
  };
  const countAll = (blocks: readonly CountedBlock[], sign: 1 | -1) => {
    for (const { block, rows, traces } of blocks) {
      for (const [{ term, height }, found] of rows) count(term, height, sign * found.length);
      count(anyTrace, block.header.number, sign * traces);
    }
  };
  countAll(removed, -1);
  countAll(added, 1);
  return [...changes.values()]
    .filter(({ change }) => change !== 0)
    .map(({ key, change }) => [key, change]);
}

/** @param reader what stands before the batch. */
export function writeSpanChanges(
  batch: Batch,
  reader: Reader,
  changes: readonly SpanChange[],
): void {
  for (const [key, change] of changes) {
    const count = (reader.get(table.traceSpans, key) ?? 0n) + BigInt(change);
    if (count > 0n) batch.put(table.traceSpans, key, count);
    else batch.delete(table.traceSpans, key);
  }
}

/** How many traces have one of the terms in the span that begins at a height. */
export function countInSpan(reader: Reader, terms: readonly Uint8Array[], height: number): number {
  return terms.reduce(
    (sum, term) => sum + Number(reader.get(table.traceSpans, { term, height }) ?? 0n),
    0,
  );
}
