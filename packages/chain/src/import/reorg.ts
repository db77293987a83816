/** Computes the rows of the canonical view that a reorg deletes and puts. */
import {
  type BlockHash,
  type IndexedLog,
  isEqual,
  type StoredBlock,
  storedIndexedLogs,
  storedTraceEnds,
  type TraceEnds,
  type TxHash,
  toHex,
  toKey,
} from "@tandem/primitives";
import { type Batch, type IndexKeyAt, type Location, table } from "@tandem/store";
import type { Blocks } from "../reads/blocks.js";
import type { BlockRows } from "../rows/block-rows.js";
import { type IndexRow, logRows, traceRows } from "../search-index/index-keys.js";

export interface Branches {
  /** Blocks from the old head down, newest first. */
  readonly removed: readonly StoredBlock[];
  /** Blocks up to the new head, oldest first. */
  readonly added: readonly StoredBlock[];
}

/** The parts of a block by which its logs and traces are found. */
export interface Indexed {
  readonly logs: Iterable<IndexedLog>;
  /** The addresses of traces, which are found through the block. */
  readonly traces: Iterable<TraceEnds>;
}

/** Returns these parts of a stored block. */
export function storedIndexed(blocks: Blocks, { hash, receipts }: StoredBlock): Indexed {
  const logs = receipts.flatMap((receipt) => receipt.logs);
  return { logs, traces: storedTraceEnds(blocks.storedTraces(hash)) };
}

/** Returns these parts of encoded receipts and traces. */
export const indexedBytes = ({ receipts, traces }: Pick<BlockRows, "receipts" | "traces">) => ({
  logs: storedIndexedLogs(receipts),
  traces: storedTraceEnds(traces),
});

export interface ViewRows {
  readonly canonicalDeleted: readonly number[];
  readonly canonicalPut: readonly (readonly [number, BlockHash])[];
  readonly lookupsDeleted: readonly TxHash[];
  readonly lookupsPut: readonly (readonly [TxHash, Location])[];
  readonly logIndexDeleted: readonly IndexKeyAt[];
  readonly logIndexPut: readonly IndexRow[];
  readonly traceIndexDeleted: readonly IndexKeyAt[];
  readonly traceIndexPut: readonly IndexRow[];
  readonly traceCountsDeleted: readonly number[];
  readonly traceCountsPut: readonly (readonly [number, bigint])[];
}

/**
 * Finds the blocks on either side of the newest common ancestor of two blocks, which may be
 * thousands. It may yield as long as nothing else is written.
 */
export function* findBranches(
  oldHead: StoredBlock,
  newHead: StoredBlock,
  blocks: Blocks,
): Generator<void, Branches> {
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
    yield;
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
 * Computes the view rows of a reorg. Rows to put are written after those to delete, so a key in
 * both keeps the new value. The resulting view equals one rebuilt along the new branch. It may
 * yield as long as nothing else is written.
 */
export function* viewRows(
  { removed, added }: Branches,
  indexedOf: (block: StoredBlock) => Indexed,
): Generator<void, ViewRows> {
  const heights = new Set(added.map((block) => block.header.number));
  const lookupsPut = added.flatMap((block) =>
    block.transactions.map(
      (tx, index) => [tx.hash, { blockHash: block.hash, index }] as [TxHash, Location],
    ),
  );
  const logsOf = (block: StoredBlock) => logRows(block.header.number, indexedOf(block).logs);
  const counts = new Map<StoredBlock, bigint>();
  function* tracesIn(block: StoredBlock) {
    const { rows, count } = yield* traceRows(block.header.number, indexedOf(block).traces);
    counts.set(block, BigInt(count));
    return rows;
  }
  const keysOf = (rows: readonly IndexRow[]) => rows.map(([key]) => key);
  return {
    canonicalDeleted: removed
      .map((block) => block.header.number)
      .filter((height) => !heights.has(height)),
    canonicalPut: added.map((block) => [block.header.number, block.hash] as const),
    lookupsDeleted: removed.length === 0 ? [] : leftOut(removed, lookupsPut),
    lookupsPut,
    logIndexDeleted: keysOf(yield* rowsOf(removed, logsOf)),
    logIndexPut: yield* rowsOf(added, logsOf),
    traceIndexDeleted: keysOf(yield* rowsOf(removed, tracesIn)),
    traceIndexPut: yield* rowsOf(added, tracesIn),
    traceCountsDeleted: removed.map((block) => block.header.number),
    traceCountsPut: added
      .map((block) => [block.header.number, counts.get(block) ?? 0n] as const)
      .filter(([, count]) => count > 0n),
  };
}

/** Returns the transactions of the old branch that are not in the new one. */
function leftOut(
  removed: readonly StoredBlock[],
  lookupsPut: readonly (readonly [TxHash, Location])[],
): TxHash[] {
  const moved = new Set(lookupsPut.map(([hash]) => toKey(hash)));
  return removed
    .flatMap((block) => block.transactions.map((tx) => tx.hash))
    .filter((hash) => !moved.has(toKey(hash)));
}

function* rowsOf(
  blocks: readonly StoredBlock[],
  rowsIn: (block: StoredBlock) => Generator<void, IndexRow[]>,
): Generator<void, IndexRow[]> {
  const rows: IndexRow[] = [];
  for (const block of blocks) {
    for (const row of yield* rowsIn(block)) rows.push(row);
    yield;
  }
  return rows;
}

/** Adds the rows to a batch, in steps. */
export function* writeViewRows(batch: Batch, rows: ViewRows): Generator<void, void> {
  yield* each(rows.canonicalDeleted, (height) => batch.delete(table.canonical, height));
  yield* each(rows.traceCountsDeleted, (height) => batch.delete(table.traceCounts, height));
  yield* each(rows.lookupsDeleted, (hash) => batch.delete(table.transactionLookup, hash));
  yield* each(rows.logIndexDeleted, (key) => batch.delete(table.logIndex, key));
  yield* each(rows.traceIndexDeleted, (key) => batch.delete(table.traceIndex, key));
  yield* each(rows.canonicalPut, ([height, hash]) => batch.put(table.canonical, height, hash));
  yield* each(rows.lookupsPut, ([hash, place]) => batch.put(table.transactionLookup, hash, place));
  yield* each(rows.logIndexPut, ([key, found]) => batch.put(table.logIndex, key, found));
  yield* each(rows.traceIndexPut, ([key, found]) => batch.put(table.traceIndex, key, found));
  yield* each(rows.traceCountsPut, ([height, n]) => batch.put(table.traceCounts, height, n));
}

function* each<Row>(rows: readonly Row[], write: (row: Row) => void): Generator<void, void> {
  for (const row of rows) {
    write(row);
    yield;
  }
}
