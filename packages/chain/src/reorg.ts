/** From two branches to the rows of the canonical view: what to delete and what to put. */
import { type BlockHash, isEqual, type StoredBlock, type TxHash, toHex } from "@tandem/primitives";
import { type Batch, type Location, type TermAt, table } from "@tandem/store";
import type { Blocks } from "./blocks.js";
import { type BlockTraces, type IndexRow, logRows, traceRows } from "./terms.js";

export interface Branches {
  /** From the old head down, newest first. */
  readonly removed: readonly StoredBlock[];
  /** Up to the new head, oldest first. */
  readonly added: readonly StoredBlock[];
}

/** Traces of a block of either branch. */
export type TracesOf = (block: StoredBlock) => BlockTraces;

export interface ViewRows {
  readonly canonicalDeleted: readonly number[];
  readonly canonicalPut: readonly (readonly [number, BlockHash])[];
  readonly locationsDeleted: readonly TxHash[];
  readonly locationsPut: readonly (readonly [TxHash, Location])[];
  readonly logIndexDeleted: readonly TermAt[];
  readonly logIndexPut: readonly IndexRow[];
  readonly traceIndexDeleted: readonly TermAt[];
  readonly traceIndexPut: readonly IndexRow[];
  readonly traceCountsDeleted: readonly number[];
  readonly traceCountsPut: readonly (readonly [number, bigint])[];
}

/** Blocks on either side of the newest common ancestor of two blocks. */
export function findBranches(oldHead: StoredBlock, newHead: StoredBlock, blocks: Blocks): Branches {
  const removed: StoredBlock[] = [];
  const added: StoredBlock[] = [];
  let old = oldHead;
  let next = newHead;
  while (!isEqual(old.hash, next.hash)) {
    if (next.header.number >= old.header.number) {
      added.push(next);
      next = parentOf(next, blocks);
    } else {
      removed.push(old);
      old = parentOf(old, blocks);
    }
  }
  return { removed, added: added.reverse() };
}

function parentOf(block: StoredBlock, blocks: Blocks): StoredBlock {
  const parent = blocks.block(block.header.parentHash);
  if (parent === undefined) {
    throw new Error(`block ${toHex(block.header.parentHash)} is missing from the database`);
  }
  return parent;
}

/**
 * Rows to put are written after those to delete, so a key of both sides keeps the new value.
 * Pure: the view after these rows is the one a rebuild along the new branch would give. */
export function viewRows({ removed, added }: Branches, tracesOf: TracesOf): ViewRows {
  const heights = new Set(added.map((block) => block.header.number));
  const locationsPut = added.flatMap((block) =>
    block.transactions.map(
      (tx, index) => [tx.hash, { blockHash: block.hash, index }] as [TxHash, Location],
    ),
  );
  const tracesIn = (block: StoredBlock) => traceRows(block.header.number, tracesOf(block));
  const moved = new Set(locationsPut.map(([hash]) => toHex(hash)));
  return {
    canonicalDeleted: removed
      .map((block) => block.header.number)
      .filter((height) => !heights.has(height)),
    canonicalPut: added.map((block) => [block.header.number, block.hash] as const),
    locationsDeleted: removed
      .flatMap((block) => block.transactions.map((tx) => tx.hash))
      .filter((hash) => !moved.has(toHex(hash))),
    locationsPut,
    logIndexDeleted: removed.flatMap(logRows).map(([key]) => key),
    logIndexPut: added.flatMap(logRows),
    traceIndexDeleted: removed.flatMap(tracesIn).map(([key]) => key),
    traceIndexPut: added.flatMap(tracesIn),
    traceCountsDeleted: removed.map((block) => block.header.number),
    traceCountsPut: added
      .map((block) => [block.header.number, countOf(tracesOf(block))] as const)
      .filter(([, count]) => count > 0n),
  };
}

const countOf = (traces: BlockTraces) =>
  BigInt(traces.reduce((sum, { length }) => sum + length, 0));

export function writeViewRows(batch: Batch, rows: ViewRows): void {
  for (const height of rows.canonicalDeleted) batch.delete(table.canonical, height);
  for (const height of rows.traceCountsDeleted) batch.delete(table.traceCounts, height);
  for (const hash of rows.locationsDeleted) batch.delete(table.locations, hash);
  for (const key of rows.logIndexDeleted) batch.delete(table.logIndex, key);
  for (const key of rows.traceIndexDeleted) batch.delete(table.traceIndex, key);
  for (const [height, hash] of rows.canonicalPut) batch.put(table.canonical, height, hash);
  for (const [hash, location] of rows.locationsPut) batch.put(table.locations, hash, location);
  for (const [key, found] of rows.logIndexPut) batch.put(table.logIndex, key, found);
  for (const [key, found] of rows.traceIndexPut) batch.put(table.traceIndex, key, found);
  for (const [height, count] of rows.traceCountsPut) batch.put(table.traceCounts, height, count);
}
